//go:build !race

package runner_test

// defaultSeeds is how many seeds the simulation runs unless a flag says otherwise. make test-long runs more.
const defaultSeeds = 2000
