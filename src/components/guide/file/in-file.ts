import '../../media/zoom-link.ts'
import '../steps/bench.ts'
