import type { Block } from './sheets.ts'

// The words of the printed sheets, page by page.

function heading(text: string): Block {
  return { kind: 'heading', text }
}

function items(...texts: string[]): Block[] {
  return texts.map((text) => ({ kind: 'item', text }))
}

export const SAFETY_SHEET: readonly Block[][] = [
  [
    {
      kind: 'text',
      text: 'Read this before your first repair with us, and again when a year has passed. Whoever hosts the evening may stop any repair; nobody has to give a reason for not wanting to go on.',
    },
    heading('Before you open anything'),
    ...items(
      'Pull the plug and lay it on the bench where you can see it. A switch that is off is not a plug that is out.',
      'Take batteries out, or disconnect them first. A swollen cell is not a repair: carry it outside in the sand bucket and tell the host.',
      'Ask what the thing did last. Smoke, a bang or a tripped fuse tells you more than a meter.',
      'Clear your place: no cups, no loose metal, one tray for the screws.',
    ),
    heading('What stays closed'),
    ...items(
      'Microwave ovens, tube televisions and flash units: their capacitors keep a deadly charge for days.',
      'Sealed power supplies. We replace them whole.',
      'Gas appliances, smoke detectors, airbags and anything that protects a life.',
    ),
    heading('Mains voltage'),
    ...items(
      'Work with one other person in the room who knows where the red button is.',
      'Measure first: live to neutral, live to earth, neutral to earth. All three must read zero.',
      'Every mains repair ends with the test set: earth below 0.3 ohm, insulation above 1 megohm, then the first switch-on behind the RCD socket.',
      'The cord grip holds the cable, not the terminals. Pull at it before you close the case.',
    ),
    heading('Heat, edges and dust'),
    ...items(
      'The iron goes back in its stand after every joint. Switch on the fan; solder fumes are not seasoning.',
      'Cut away from the hand that holds. Wear glasses at the grinder, at springs under tension and at snap rings.',
      'Brake dust and old felt are wiped up damp, never blown away.',
    ),
    heading('If something goes wrong'),
    ...items(
      'Red button, then help. First-aid box and burn gel: left of the door. Emergency number: 112. Write down what happened, so that the next one is warned.',
    ),
  ],
]

const COLUMNS = [168, 66, 74, 175]

export const TORQUE_TABLE: readonly Block[][] = [
  [
    {
      kind: 'text',
      text: 'Values for clean threads with a little grease. What is printed on the part always wins over this table. Start at the lower value and check after the first ride.',
    },
    heading('Cockpit and saddle'),
    {
      kind: 'table',
      columns: COLUMNS,
      rows: [
        ['Part', 'Thread', 'Torque', 'Note'],
        ['Stem, face plate', 'M5', '4-6 Nm', 'Crosswise, equal gaps above and below'],
        ['Stem, steerer clamp', 'M5 or M6', '5-8 Nm', 'After the headset has been adjusted'],
        ['Brake lever clamp', 'M5', '3-5 Nm', 'The lever may still turn in a fall'],
        ['Seat post clamp', 'M5 or M6', '5-7 Nm', 'Carbon: paste instead of grease, 4-5 Nm'],
        ['Saddle rails, one bolt', 'M8', '18-22 Nm', ''],
        ['Saddle rails, two bolts', 'M6', '8-12 Nm', 'Turn by turn about'],
      ],
    },
    heading('Drivetrain'),
    {
      kind: 'table',
      columns: COLUMNS,
      rows: [
        ['Part', 'Thread', 'Torque', 'Note'],
        ['Crank bolt, square taper', 'M8', '35-45 Nm', 'Taper dry, thread greased'],
        ['Crank pinch bolts', 'M5', '12-14 Nm', 'Both in turn, three rounds'],
        ['Chainring bolts', 'M8', '8-10 Nm', 'Steel; aluminium 5-7 Nm'],
        ['Pedal', '9/16 inch', '35-40 Nm', 'The left one has a left-hand thread'],
        ['Bottom bracket cartridge', 'BSA', '50-70 Nm', 'The right cup has a left-hand thread'],
        ['Cassette lock ring', '', '40 Nm', 'It clicks loudly; that is right'],
        ['Derailleur on its hanger', 'M10', '8-10 Nm', 'Straighten the hanger first'],
        ['Derailleur cable clamp', 'M5', '5-7 Nm', ''],
      ],
    },
    heading('Brakes'),
    {
      kind: 'table',
      columns: COLUMNS,
      rows: [
        ['Part', 'Thread', 'Torque', 'Note'],
        ['Rim brake arm', 'M6', '5-9 Nm', 'Grease the boss, not the pad'],
        ['Brake pad', 'M6', '5-7 Nm', 'Hold the pad while you tighten'],
        ['Cable clamp', 'M5', '6-8 Nm', 'Then pull the lever ten times, hard'],
        ['Disc caliper', 'M6', '6-8 Nm', 'Lever pulled while tightening'],
        ['Disc, six bolts', 'M5 (T25)', '4-6 Nm', 'In a star pattern, thread lock'],
      ],
    },
  ],
  [
    heading('Wheels and add-ons'),
    {
      kind: 'table',
      columns: COLUMNS,
      rows: [
        ['Part', 'Thread', 'Torque', 'Note'],
        ['Front axle nuts', 'M9', '20-25 Nm', 'Alternately left and right'],
        ['Rear axle nuts', 'M10', '30-40 Nm', 'Hub gear: anti-turn washers first'],
        ['Quick release', '', 'by hand', 'The lever leaves a print in the palm'],
        ['Rack, mudguard', 'M5', '4-6 Nm', 'Check again after a week'],
        ['Bottle cage', 'M5', '2-3 Nm', 'Rivet nuts strip easily'],
        ['Kickstand', 'M10', '20-25 Nm', 'Not on tubes thinner than 1 mm'],
      ],
    },
    heading('How to use the torque wrench'),
    ...items(
      'Choose the wrench whose range has your value in its middle third: the small one ends at 15 Nm, the large one begins at 20 Nm.',
      'Hold it at the grip mark. A hand further in reads too little, an extension tube is never used.',
      'Turn steadily until the first click, then stop. A second click is already too much.',
      'Wind it back to its lowest mark before you hang it up; the spring stays true for years that way.',
    ),
    heading('Without a torque wrench'),
    ...items(
      'Short hex key, two fingers: about 4 Nm. Short hex key, whole hand: about 8 Nm.',
      'Long hex key, whole hand: about 15 Nm. Ring spanner of 20 cm with the arm: about 35 Nm.',
      'These are for getting home. Check with the wrench when you are back.',
    ),
    heading('Ten bolts before every handover'),
    {
      kind: 'text',
      text: 'Stem, bar, both levers, saddle, seat post, both cranks, both axles. Tick them off on the card, ride once around the block, and check the brakes at walking pace before you let go of the bicycle.',
    },
  ],
]

export const STITCH_CHART: readonly Block[][] = [
  [
    {
      kind: 'text',
      text: 'Sew ten centimetres on a scrap of the same cloth first. If the scrap puckers, lower the tension by one; if the lower thread lies straight, raise it by one.',
    },
    heading('Stitches'),
    {
      kind: 'table',
      columns: [104, 66, 66, 86, 161],
      rows: [
        ['Stitch', 'Length', 'Width', 'Needle', 'For'],
        ['Straight', '2.5 mm', '0', 'Universal 80', 'Seams in woven cloth'],
        ['Straight, long', '4 mm', '0', 'Universal 80', 'Tacking, gathering'],
        ['Triple straight', '3 mm', '0', 'Jeans 100', 'Crotch seams, bag straps'],
        ['Zigzag', '1.5 mm', '3 mm', 'Universal 80', 'Raw edges'],
        ['Narrow zigzag', '2 mm', '0.5 mm', 'Stretch 75', 'Seams in jersey'],
        ['Three-step zigzag', '1 mm', '5 mm', 'Stretch 75', 'Elastic, tears, darning'],
        ['Satin', '0.4 mm', '4 mm', 'Embroidery 75', 'Patches, buttonholes'],
        ['Blind hem', '1.5 mm', '2 mm', 'Universal 70', 'Trousers, curtains'],
        ['Zip foot, straight', '3 mm', '0', 'Universal 90', 'Zips, piping'],
      ],
    },
    heading('Needle and thread'),
    {
      kind: 'table',
      columns: [132, 100, 110, 141],
      rows: [
        ['Cloth', 'Needle', 'Thread', 'Tension'],
        ['Silk, lining', 'Microtex 60-70', 'Polyester 120', '2-3'],
        ['Cotton, linen', 'Universal 80', 'Polyester 100', '4'],
        ['Jersey, T-shirt', 'Stretch 75', 'Polyester 120', '3-4'],
        ['Denim', 'Jeans 100', 'Polyester 75', '5'],
        ['Rainwear', 'Microtex 80', 'Polyester 100', '4; no pins'],
        ['Leather, thick felt', 'Leather 100', 'Polyester 40', '5; length 4 mm'],
      ],
    },
    heading('When the seam misbehaves'),
    ...items(
      'Skipped stitches: a new needle, pushed up to the stop, the flat side to the back.',
      'Loops below: thread the upper thread again with the presser foot raised.',
      'Loops above: clean under the tension spring of the bobbin case, then a quarter turn to the right.',
      'The cloth does not move: are the feed dogs up, and is the stitch length above zero?',
      'A clicking needle: stop at once. It touches the plate, and the next stitch breaks it.',
    ),
  ],
]
