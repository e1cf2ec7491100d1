package main

import (
	"fmt"
	"slices"
)

// comparison has the times of the same work, done in turn by the platform and by the driver.
type comparison struct {
	platform, driver times
}

// times are seconds of wall time and of CPU time. CPU time is more meaningful when the machine is busy with other work.
type times struct{ wall, cpu []float64 }

// workload does the work once and returns how many seconds it took, without what it did before and after.
type workload func() (seconds float64, err error)

func (t *times) measure(do workload) error {
	used := cpuTime()
	seconds, err := do()
	t.wall = append(t.wall, seconds)
	t.cpu = append(t.cpu, (cpuTime() - used).Seconds())
	return err
}

// compareInTurn lets both sides do the work the given number of times. They alternate who is first, so that other load
// on the machine affects both equally.
func compareInTurn(rounds int, platform, driver workload) (comparison, error) {
	var d comparison
	for round := range rounds {
		err := inTurn(round, func() error { return d.platform.measure(platform) }, func() error { return d.driver.measure(driver) })
		if err != nil {
			return d, err
		}
	}
	return d, nil
}

// inTurn calls all functions, each time another one first.
func inTurn(round int, all ...func() error) error {
	for i := range all {
		if err := all[(round+i)%len(all)](); err != nil {
			return err
		}
	}
	return nil
}

// ratio returns the mean of the ratios in the middle half of the rounds. Both sides of a round run under the same load,
// so a slow second affects both, and an unusually fast one changes nothing.
func (d comparison) ratio() float64 { return midmean(d.ratios()) }

func (d comparison) ratios() []float64 { return quotients(d.platform.wall, d.driver.wall) }

// quotients divides each value by the other value of its round.
func quotients(values, others []float64) []float64 {
	rounds := make([]float64, len(values))
	for i := range rounds {
		rounds[i] = values[i] / others[i]
	}
	return rounds
}

func (d comparison) String() string {
	platform, driver := median(d.platform.wall), median(d.driver.wall)
	platformCPU, driverCPU := median(d.platform.cpu), median(d.driver.cpu)
	return fmt.Sprintf("best %.3f s and %.3f s; medians %.3f s and %.3f s, %.2fx; CPU %.3f s and %.3f s, %.2fx; "+
		"half of %d rounds between %.2fx and %.2fx",
		slices.Min(d.platform.wall), slices.Min(d.driver.wall), platform, driver, platform/driver, platformCPU, driverCPU, platformCPU/driverCPU,
		len(d.platform.wall), percentile(d.ratios(), 25), percentile(d.ratios(), 75))
}

// reportComparison prints a comparison that has a goal.
func (b *bench) reportComparison(what string, d comparison, goal float64) {
	b.atMost(what, d.ratio(), goal, asRatio)
	b.note("platform and driver", d.String())
}
