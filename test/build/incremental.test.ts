import { testSites } from './random-nights.ts'

testSites(0)
