/** What a picture of an object shows: the whole, its opened or enlarged detail, and what the red, orange and blue rings mark there. */
interface Captions {
  whole: string
  open: string
  marked: string
}

/** Alternative texts of the objects' pictures. The order fixes the ids: add new objects at the end of their list. */
export const OBJECT_CAPTIONS: Record<string, Captions> = {
  bicycle: {
    whole: 'Teal city bicycle with rack and mudguards, seen from the chain side',
    open: 'Bottom bracket of the bicycle with crank, chainring and chain, the chain guard taken off',
    marked: 'Crank and chainring with rings: red the crank bolt, orange a chainring bolt, blue the pedal thread',
  },
  'bike-brake': {
    whole: 'Rim brake of a bicycle from the front: two arms, two pads and the cable over the tyre',
    open: 'One brake arm enlarged: the pad against the rim, its nut, the cable clamp and the spring screw',
    marked: 'Brake arm with rings: red the nut of the pad, orange the cable clamp, blue the spring screw',
  },
  'bike-chain': {
    whole: 'Bicycle chain running from the chainring over the sprocket and down through the derailleur',
    open: 'Chain links enlarged, with the quick link pulled apart',
    marked: 'Chain with rings: red the pin of the upper plate, orange the pin of the lower plate, blue a worn roller',
  },
  'bike-wheel': {
    whole: 'Bicycle wheel with tyre, rim, spokes and hub',
    open: 'Tyre levered over the edge of the rim, with the inner tube coming out',
    marked: 'Tyre and rim with rings: red the tip of the tyre lever, orange the inner tube, blue the valve',
  },
  kettle: {
    whole: 'Cream electric kettle standing on its base',
    open: 'Kettle upside down with the bottom cover off: heating plate, thermostat and three wires',
    marked: 'Inside of the kettle base with rings: red the live terminal, orange the thermostat, blue the neutral terminal',
  },
  toaster: {
    whole: 'Two-slice toaster with two slices of toast standing out of it',
    open: 'Toaster with the side panel off: heating wires, lifting carriage, spring and circuit board',
    marked: 'Inside of the toaster with rings: red the heating wire, orange the spring of the carriage, blue the magnet on the board',
  },
  'coffee-grinder': {
    whole: 'Coffee grinder with beans in the hopper and a drawer for the ground coffee',
    open: 'Grinder from above with the hopper off: toothed burr ring, centre screw and a few beans',
    marked: 'Burr set with rings: red the centre screw, orange the burr ring, blue the notch of the locking tab',
  },
  'kitchen-scale': {
    whole: 'Flat kitchen scale with a bowl of apples on it',
    open: 'Kitchen scale with the plate off: load cell, circuit board and coin battery',
    marked: 'Inside of the scale with rings: red the battery contact, orange the wires of the load cell, blue a screw of the load cell',
  },
  'sewing-machine': {
    whole: 'Sewing machine with a spool of thread on top and cloth under the needle',
    open: 'Needle, presser foot and needle plate enlarged, the cover over the bobbin slid open',
    marked: 'Sewing head with rings: red the needle clamp screw, orange a screw of the needle plate, blue the bobbin',
  },
  'bobbin-case': {
    whole: 'Metal bobbin case with a bobbin of orange thread in it',
    open: 'Bobbin case and bobbin side by side, the thread drawn under the tension spring',
    marked: 'Bobbin case with rings: red the tension screw, orange the slot for the thread, blue the latch',
  },
  'desk-lamp': {
    whole: 'Desk lamp with two arms, springs and an orange shade, switched on',
    open: 'Elbow joint of the desk lamp enlarged: two arms, a spring and the wing nut',
    marked: 'Lamp joint with rings: red the wing nut, orange the hook of the spring, blue the cable',
  },
  'lamp-socket': {
    whole: 'Lamp socket hanging on its cable with a bulb screwed in',
    open: 'Lamp socket taken apart: cap, terminal block with three wires, and outer shell',
    marked: 'Terminal block with rings: red the live terminal, orange the cord grip, blue the neutral terminal',
  },
  radio: {
    whole: 'Portable radio with a wooden case, tuning dial, loudspeaker grille and aerial',
    open: 'Radio with the back off: loudspeaker magnet, circuit board, battery compartment and volume control',
    marked: 'Inside of the radio with rings: red the corroded battery spring, orange a swollen capacitor, blue the volume control',
  },
  speaker: {
    whole: 'Loudspeaker box with tweeter and woofer',
    open: 'Woofer lifted out of the box, with the two wires on its terminals',
    marked: 'Back of the woofer with rings: red the plus terminal, orange the torn surround, blue the minus terminal',
  },
  headphones: {
    whole: 'Over-ear headphones with padded headband and cable',
    open: 'One ear cup with the cushion off: the driver, four screws and two thin wires',
    marked: 'Open ear cup with rings: red the first solder joint, orange a screw of the driver, blue the second solder joint',
  },
  'record-player': {
    whole: 'Record player from above with a record on the platter and the tone arm at rest',
    open: 'Record player with the platter off: drive belt around the hub and the motor pulley',
    marked: 'Belt drive with rings: red the motor pulley, orange the belt, blue the spindle bearing',
  },
  chair: {
    whole: 'Wooden kitchen chair with four slats in its back',
    open: 'Loose joint of the chair: the rail drawn out of the leg, with tenon and mortise',
    marked: 'Chair joint with rings: red the mortise, orange old glue on the tenon, blue the crack in the leg',
  },
  drawer: {
    whole: 'Chest of three drawers, the middle one pulled out',
    open: 'Side of the drawer enlarged: runner, roller and two screws',
    marked: 'Drawer runner with rings: red the front screw, orange the roller, blue the rear screw',
  },
  'garden-shears': {
    whole: 'Garden shears with orange handles',
    open: 'Garden shears taken apart: two blades, pivot bolt, washer, nut and spring',
    marked: 'Parts of the garden shears with rings: red the pivot bolt, orange the spring, blue the notch in the blade',
  },
  'jacket-zip': {
    whole: 'Green jacket with a zip that is half open',
    open: 'Slider of the zip enlarged: teeth apart above it, closed below',
    marked: 'Zip with rings: red the mouth of the slider, orange a bent tooth, blue the puller',
  },
  umbrella: {
    whole: 'Open umbrella with orange and cream panels',
    open: 'Joint of an umbrella rib enlarged: rib, stretcher, rivet and a wire sleeve',
    marked: 'Umbrella rib with rings: red the rivet, orange the broken end of the rib, blue the seam of the cover',
  },
  'suitcase-wheel': {
    whole: 'Suitcase on two wheels with its handle drawn out',
    open: 'Wheel of the suitcase enlarged: housing, tyre worn flat, axle and two screws',
    marked: 'Suitcase wheel with rings: red a screw of the housing, orange the axle, blue the flat spot of the tyre',
  },
  phone: {
    whole: 'Telephone with a cracked corner of the display',
    open: 'Telephone with the back off: battery, circuit board, camera and flat cables',
    marked: 'Inside of the telephone with rings: red the battery connector, orange a screw, blue the pull tab of the battery',
  },
  laptop: {
    whole: 'Open laptop computer on a table',
    open: 'Laptop from below with the cover off: fan, heat pipe, memory, drive and battery',
    marked: 'Inside of the laptop with rings: red the battery connector, orange the fan, blue the screw of the drive',
  },
}

/** Tools, parts, people and the rest: one picture each. */
export const SINGLE_CAPTIONS: Record<string, string> = {
  screwdriver: 'Screwdriver with an orange handle',
  pliers: 'Combination pliers with teal grips',
  'soldering-iron': 'Soldering iron in its stand',
  multimeter: 'Multimeter with two test leads',
  'allen-key': 'Three hex keys of different sizes',
  'tyre-lever': 'Two tyre levers',
  needle: 'Sewing needle with orange thread',
  'oil-can': 'Oil can with a long spout and a drop of oil',
  spudger: 'Two flat opening tools of plastic',
  'brake-pad': 'Pair of brake pads with threaded posts',
  'inner-tube': 'Folded inner tube with valve',
  bobbin: 'Bobbin with orange thread',
  bulb: 'Light bulb with screw base',
  fuse: 'Glass fuse with a thin wire',
  'felt-pad': 'Four round felt pads on a card',
}
