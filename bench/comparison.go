package main

import (
	"fmt"
	"slices"
	"time"
)

// comparison has the times of the same work, done in turn by the platform and by the driver.
type comparison struct {
	platform, driver times
}

// times are seconds of wall time and of CPU time. CPU time is more meaningful when the machine is busy with other work.
type times struct{ wall, cpu []float64 }

// workload does the work once and returns the time at which it was done.
type workload func() (done time.Time, err error)

func (t *times) measure(do workload) error {
	began, used := time.Now(), cpuTime()
	done, err := do()
	t.wall = append(t.wall, done.Sub(began).Seconds())
	t.cpu = append(t.cpu, (cpuTime() - used).Seconds())
	return err
}

// compareInTurn lets both sides do the work the given number of times. They alternate who is first, so that other load
// on the machine affects both equally.
func compareInTurn(rounds int, platform, driver workload) (comparison, error) {
	var d comparison
	for round := range rounds {
		first, second := func() error { return d.platform.measure(platform) }, func() error { return d.driver.measure(driver) }
		if round%2 == 1 {
			first, second = second, first
		}
		if err := first(); err != nil {
			return d, err
		}
		if err := second(); err != nil {
			return d, err
		}
	}
	return d, nil
}

// ratio returns the mean of the ratios in the middle half of the rounds. Both sides of a round run under the same load,
// so a slow second affects both, and an unusually fast one changes nothing.
func (d comparison) ratio() float64 { return midmean(d.ratios()) }

func (d comparison) ratios() []float64 {
	rounds := make([]float64, len(d.platform.wall))
	for i := range rounds {
		rounds[i] = d.platform.wall[i] / d.driver.wall[i]
	}
	return rounds
}

func (d comparison) String() string {
	platform, driver := median(d.platform.wall), median(d.driver.wall)
	platformCPU, driverCPU := slices.Min(d.platform.cpu), slices.Min(d.driver.cpu)
	return fmt.Sprintf("best %.3f s and %.3f s; medians %.3f s and %.3f s, %.2fx; CPU %.3f s and %.3f s, %.2fx; "+
		"half of %d rounds between %.2fx and %.2fx",
		slices.Min(d.platform.wall), slices.Min(d.driver.wall), platform, driver, platform/driver, platformCPU, driverCPU, platformCPU/driverCPU,
		len(d.platform.wall), percentile(d.ratios(), 25), percentile(d.ratios(), 75))
}

// reportComparison prints a comparison that has a budget.
func (b *bench) reportComparison(what string, d comparison, budget float64) {
	b.report(what, d.ratio(), budget, "x", d.ratio() > budget)
	b.note("platform and driver", d.String())
}
