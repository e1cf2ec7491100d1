package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"
)

// bench is one run of everything.
type bench struct {
	ctx    context.Context //nolint:containedctx // a run is one call; its context is as old as it is
	load   time.Duration
	rounds int
	out    io.Writer
}

func (b *bench) run() error {
	fmt.Fprintf(b.out, "%-64s %10s %10s  %s\n", "what", "measured", "budget", "")
	if err := b.starts(); err != nil {
		return err
	}
	if err := b.projects(); err != nil {
		return err
	}
	return b.environments()
}

// report prints a figure beside its budget. worse says when the budget is missed.
func (b *bench) report(what string, measured, budget float64, unit string, missed bool) {
	verdict := "ok"
	if missed {
		verdict = "MISSED"
	}
	fmt.Fprintf(b.out, "%-64s %9.2f%s %9.2f%s  %s\n", what, measured, unit, budget, unit, verdict)
}

// note prints a figure that has no budget.
func (b *bench) note(what, figure string) { fmt.Fprintf(b.out, "  %-62s %s\n", what, figure) }

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
