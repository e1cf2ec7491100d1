//go:build race

package runner_test

// defaultSeeds is small because the race detector makes the simulation about ten times slower. make test-long runs more.
const defaultSeeds = 200
