package main

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"time"
)

// bench is one run of the benchmark.
type bench struct {
	ctx    context.Context //nolint:containedctx // a run is one call, and the context lives as long as the run
	only   *regexp.Regexp  // matches the names of the parts to measure
	load   time.Duration
	rounds int
	scales []float64 // of the warehouse
	nodes  int       // of the project that the plan part uses
	out    io.Writer
}

// part is a group of measurements with a name that -only can select.
type part struct {
	name    string
	measure func() error
}

func (b *bench) parts() []part {
	return []part{
		{"start", b.starts},
		{"compile", b.projects},
		{"environments", b.environments},
		{"tables", b.tables},
		{"chain", b.chain},
		{"warehouse", b.warehouse},
		{"plan", b.plans},
		{"transitions", b.transitions},
		{"firststatement", b.firstStatement},
		{"runstatus", b.runStatus},
	}
}

func (b *bench) run() error {
	fmt.Fprintf(b.out, "%-64s %11s %11s  %s\n", "measurement", "measured", "budget", "")
	for _, part := range b.parts() {
		if !b.only.MatchString(part.name) {
			continue
		}
		load := startObservingLoad()
		if err := part.measure(); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
		b.note("total of "+part.name, fmt.Sprintf("%s; other processes used %s of the CPUs", time.Since(load.began).Round(time.Second), load.otherShare()))
	}
	return nil
}

// report prints a figure beside its budget.
func (b *bench) report(what string, measured, budget float64, unit string, missed bool) {
	verdict := "ok"
	if missed {
		verdict = "OVER"
	}
	fmt.Fprintf(b.out, "%-64s %9.2f%-2s %9.2f%-2s  %s\n", what, measured, unit, budget, unit, verdict)
}

// note prints a figure that has no budget.
func (b *bench) note(what, figure string) { fmt.Fprintf(b.out, "  %-62s %s\n", what, figure) }

func median(values []float64) float64 { return percentile(values, 50) }

// midmean returns the mean of the middle half of the values. It ignores outliers as the median does, and varies less.
func midmean(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	middle := sorted[len(sorted)/4 : len(sorted)-len(sorted)/4]
	var sum float64
	for _, value := range middle {
		sum += value
	}
	return sum / float64(len(middle))
}

// percentile returns the smallest value that at least the given percentage of the values do not exceed.
func percentile(values []float64, percent int) float64 {
	sorted := slices.Sorted(slices.Values(values))
	at := (len(sorted)*percent + 99) / 100
	return sorted[max(at-1, 0)]
}
