package main

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"time"
)

// bench is one run of everything.
type bench struct {
	ctx    context.Context //nolint:containedctx // a run is one call; its context is as old as it is
	only   *regexp.Regexp  // of the names of parts
	load   time.Duration
	rounds int
	scales []float64 // of the warehouse
	nodes  int       // of the project that plans are made for
	out    io.Writer
}

// part is what is measured together, by a name that -only can choose.
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
	fmt.Fprintf(b.out, "%-64s %11s %11s  %s\n", "what", "measured", "budget", "")
	for _, part := range b.parts() {
		if !b.only.MatchString(part.name) {
			continue
		}
		heard := listen()
		if err := part.measure(); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
		b.note("all of "+part.name, fmt.Sprintf("%s; others had %s of the processors", time.Since(heard.began).Round(time.Second), heard.share()))
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

// midmean is the mean of the middle half: as deaf to outliers as the median, and steadier.
func midmean(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	middle := sorted[len(sorted)/4 : len(sorted)-len(sorted)/4]
	var sum float64
	for _, value := range middle {
		sum += value
	}
	return sum / float64(len(middle))
}

// percentile is the smallest value that so many of a hundred are not above.
func percentile(values []float64, percent int) float64 {
	sorted := slices.Sorted(slices.Values(values))
	at := (len(sorted)*percent + 99) / 100
	return sorted[max(at-1, 0)]
}
