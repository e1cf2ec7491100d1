package main

import (
	"fmt"
	"slices"
	"time"
)

// duel is the same work done by two sides in turn.
type duel struct {
	ours, theirs times
}

// times are seconds, on the wall and of the processor. The latter say more when the machine has other things to do.
type times struct{ wall, processor []float64 }

// side does the work once and says when it was done.
type side func() (done time.Time, err error)

func (t *times) take(do side) error {
	began, used := time.Now(), processorTime()
	done, err := do()
	t.wall = append(t.wall, done.Sub(began).Seconds())
	t.processor = append(t.processor, (processorTime() - used).Seconds())
	return err
}

// fight lets both sides do the work so many times, the other one first every second time, so that neither has the better
// half of what the machine does meanwhile.
func fight(rounds int, ours, theirs side) (duel, error) {
	var d duel
	for round := range rounds {
		first, second := func() error { return d.ours.take(ours) }, func() error { return d.theirs.take(theirs) }
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

// ratio is the mean of the middle half of the rounds. The two sides of a round had the machine in the same mood, so a slow
// second weighs on both, and a lucky one on neither.
func (d duel) ratio() float64 { return midmean(d.ratios()) }

func (d duel) ratios() []float64 {
	rounds := make([]float64, len(d.ours.wall))
	for i := range rounds {
		rounds[i] = d.ours.wall[i] / d.theirs.wall[i]
	}
	return rounds
}

func (d duel) String() string {
	ours, theirs := median(d.ours.wall), median(d.theirs.wall)
	ourShare, theirShare := slices.Min(d.ours.processor), slices.Min(d.theirs.processor)
	return fmt.Sprintf("best %.3f s and %.3f s; medians %.3f s and %.3f s, %.2fx; processor %.3f s and %.3f s, %.2fx; "+
		"half of %d rounds between %.2fx and %.2fx",
		slices.Min(d.ours.wall), slices.Min(d.theirs.wall), ours, theirs, ours/theirs, ourShare, theirShare, ourShare/theirShare,
		len(d.ours.wall), percentile(d.ratios(), 25), percentile(d.ratios(), 75))
}

// reportDuel prints a comparison that has a budget.
func (b *bench) reportDuel(what string, d duel, budget float64) {
	b.report(what, d.ratio(), budget, "x", d.ratio() > budget)
	b.note("platform and driver", d.String())
}
