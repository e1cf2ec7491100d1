package main

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"time"
)

// bench is one run of the benchmark.
type bench struct {
	ctx     context.Context //nolint:containedctx // a run is one call, and the context lives as long as the run
	only    *regexp.Regexp  // matches the names of the parts to measure
	load    time.Duration
	rounds  int
	scales  []float64 // of the warehouse
	nodes   int       // of the large project
	out     io.Writer
	part    string // the part that is being measured
	results []result
	notes   []note
}

// part is a group of measurements with a name that -only can select.
type part struct {
	name    string
	measure func() error
}

func (b *bench) parts() []part {
	return []part{
		{"start", b.starts},
		{"compile", b.compile},
		{"select", b.selects},
		{"edit", b.edits},
		{"environments", b.environments},
		{"localrun", b.localRun},
		{"tables", b.tables},
		{"chain", b.chain},
		{"warehouse", b.warehouse},
		{"plan", b.plans},
		{"transitions", b.transitions},
		{"firststatement", b.firstStatement},
		{"runstatus", b.runStatus},
		{"runslist", b.runsList},
		{"startrun", b.startRun},
		{"smallruns", b.smallRuns},
		{"schedules", b.schedules},
		{"workers", b.workers},
		{"memory", b.memory},
		{"trino", b.trino},
	}
}

// run measures the selected parts and prints the table of all figures at the end, also after a failure.
func (b *bench) run() error {
	fmt.Fprintf(b.out, "%-72s %12s %12s\n", "measurement", "measured", "goal")
	defer b.printTable()
	for _, part := range b.parts() {
		if !b.only.MatchString(part.name) {
			continue
		}
		b.part = part.name
		load := startObservingLoad()
		if err := part.measure(); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
		b.note("total of "+part.name, fmt.Sprintf("%s; other processes used %s of the CPUs", time.Since(load.began).Round(time.Second), load.otherShare()))
	}
	return nil
}

// small is a tenth of the large project: the number of tables, of runs, and of nodes in the project that growth is
// measured from.
func (b *bench) small() int { return max(b.nodes/10, 1) }
