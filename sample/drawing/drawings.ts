import { EMBLEMS } from './emblems.ts'
import { bicycle } from './objects/bicycle.ts'
import { bikeBrake } from './objects/bike-brake.ts'
import { bikeChain } from './objects/bike-chain.ts'
import { bikeWheel } from './objects/bike-wheel.ts'
import { bobbinCase } from './objects/bobbin-case.ts'
import { chair } from './objects/chair.ts'
import { coffeeGrinder } from './objects/coffee-grinder.ts'
import { deskLamp } from './objects/desk-lamp.ts'
import { drawer } from './objects/drawer.ts'
import { gardenShears } from './objects/garden-shears.ts'
import { headphones } from './objects/headphones.ts'
import { jacketZip } from './objects/jacket-zip.ts'
import { kettle } from './objects/kettle.ts'
import { kitchenScale } from './objects/kitchen-scale.ts'
import { lampSocket } from './objects/lamp-socket.ts'
import { laptop } from './objects/laptop.ts'
import { phone } from './objects/phone.ts'
import { radio } from './objects/radio.ts'
import { recordPlayer } from './objects/record-player.ts'
import { sewingMachine } from './objects/sewing-machine.ts'
import { speaker } from './objects/speaker.ts'
import { suitcaseWheel } from './objects/suitcase-wheel.ts'
import { toaster } from './objects/toaster.ts'
import { umbrella } from './objects/umbrella.ts'
import { PARTS } from './parts.ts'
import { avatar } from './people.ts'
import { lying, marked, standing } from './scene.ts'
import type { ObjectDrawing } from './scene.ts'
import { TOOLS } from './tools.ts'
import { videoFrame } from './video.ts'
import { bicyclePanorama, kettleExploded, wiringDiagram } from './views.ts'

const OBJECTS: Record<string, ObjectDrawing> = {
  bicycle,
  'bike-brake': bikeBrake,
  'bike-chain': bikeChain,
  'bike-wheel': bikeWheel,
  kettle,
  toaster,
  'coffee-grinder': coffeeGrinder,
  'kitchen-scale': kitchenScale,
  'sewing-machine': sewingMachine,
  'bobbin-case': bobbinCase,
  'desk-lamp': deskLamp,
  'lamp-socket': lampSocket,
  radio,
  speaker,
  headphones,
  'record-player': recordPlayer,
  chair,
  drawer,
  'garden-shears': gardenShears,
  'jacket-zip': jacketZip,
  umbrella,
  'suitcase-wheel': suitcaseWheel,
  phone,
  laptop,
}

const VIEWS: Record<string, () => string> = {
  ...EMBLEMS,
  'kettle-exploded': kettleExploded,
  'bicycle-panorama': bicyclePanorama,
  'wiring-diagram': wiringDiagram,
  'video-poster': () => videoFrame(2200),
}

/** The SVG document of a picture of the catalogue; throws RangeError for a key that nothing draws. */
export function drawingOf(key: string): string {
  const [, name = key, view] = /^(.+?)(?:-(open|marked))?$/.exec(key) ?? []
  const object = OBJECTS[name]
  if (object && view === 'marked') return lying(object.ground, object.open() + marked(object.rings))
  if (object) return view ? lying(object.ground, object.open()) : standing(object.ground, object.whole())
  const single = TOOLS[key] ?? PARTS[key]
  if (single) return standing(single.ground, single.draw())
  if (key.startsWith('user-')) return avatar(Number(key.slice('user-'.length)) - 1)
  const drawView = VIEWS[key]
  if (!drawView) throw new RangeError(`Nothing draws the picture "${key}". Add it to drawings.ts or take it out of the catalogue.`)
  return drawView()
}
