package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// result is a figure beside its goal.
type result struct {
	Part     string  `json:"part"`
	What     string  `json:"measurement"`
	Measured float64 `json:"measured"`
	Goal     float64 `json:"goal"`
	Unit     string  `json:"unit,omitempty"`
	AtLeast  bool    `json:"atLeast"` // the goal is a lower limit
	OK       bool    `json:"ok"`
}

// note is a figure that has no goal.
type note struct {
	Part   string `json:"part"`
	What   string `json:"what"`
	Figure string `json:"figure"`
}

// The units of figures.
const (
	inSeconds      = "s"
	inMilliseconds = "ms"
	inMegabytes    = "MB"
	perSecond      = "/s"
	asRatio        = "×"
)

// atMost reports a figure whose goal is an upper limit.
func (b *bench) atMost(what string, measured, goal float64, unit string) {
	b.report(result{What: what, Measured: measured, Goal: goal, Unit: unit, OK: measured <= goal})
}

// atLeast reports a figure whose goal is a lower limit.
func (b *bench) atLeast(what string, measured, goal float64, unit string) {
	b.report(result{What: what, Measured: measured, Goal: goal, Unit: unit, AtLeast: true, OK: measured >= goal})
}

func (b *bench) report(r result) {
	r.Part = b.part
	b.results = append(b.results, r)
	fmt.Fprintf(b.out, "%-72s %12s %12s  %s\n", r.What, r.measured(), r.goal(), r.verdict())
}

// note prints a figure that has no goal.
func (b *bench) note(what, figure string) {
	b.notes = append(b.notes, note{b.part, what, figure})
	fmt.Fprintf(b.out, "  %-70s %s\n", what, figure)
}

// printTable prints all figures as a table in Markdown.
func (b *bench) printTable() {
	fmt.Fprintf(b.out, "\n| measurement | measured | goal | |\n|---|---|---|---|\n")
	for _, r := range b.results {
		fmt.Fprintf(b.out, "| %s | %s | %s | %s |\n", r.What, r.measured(), r.goal(), r.verdict())
	}
}

// writeJSON writes all figures to a file.
func (b *bench) writeJSON(path string) error {
	text, err := json.MarshalIndent(struct {
		At      time.Time `json:"at"`
		System  string    `json:"system"`
		CPUs    int       `json:"cpus"`
		Results []result  `json:"results"`
		Notes   []note    `json:"notes"`
	}{time.Now().UTC(), runtime.GOOS + "/" + runtime.GOARCH, runtime.NumCPU(), b.results, b.notes}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o600)
}

func (r result) measured() string { return figure(r.Measured, r.Unit) }

func (r result) goal() string {
	if r.AtLeast {
		return "≥ " + figure(r.Goal, r.Unit)
	}
	return "≤ " + figure(r.Goal, r.Unit)
}

func (r result) verdict() string {
	if r.OK {
		return "ok"
	}
	return "OVER"
}

// figure writes a number with three digits and its unit.
func figure(value float64, unit string) string {
	digits := 0
	switch {
	case value < 10:
		digits = 2
	case value < 100:
		digits = 1
	}
	text := strconv.FormatFloat(value, 'f', digits, 64)
	if digits > 0 {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	} else {
		text = count(int(value + 0.5))
	}
	if unit == perSecond {
		return text + unit
	}
	return text + " " + unit
}

// count writes a number with separators between thousands.
func count(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
