import '../../media/zoom-link.ts'
import { startBench } from '../steps/bench.ts'

startBench()
