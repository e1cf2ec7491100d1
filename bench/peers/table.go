package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"
)

// printTable prints the versions and all figures in Markdown.
func (s *session) printTable(out io.Writer) {
	fmt.Fprintf(out, "%s on %s/%s with %d CPUs:\n\n", time.Now().UTC().Format(time.DateOnly), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	for _, t := range s.tools {
		fmt.Fprintf(out, "- %s: %s\n", t.name, t.version)
	}
	head, line := []string{"models", "step"}, []string{"---", "---"}
	for _, t := range s.tools {
		head, line = append(head, t.name), append(line, "---")
	}
	fmt.Fprintf(out, "\n| %s |\n|%s|\n", strings.Join(head, " | "), strings.Join(line, "|"))
	for _, r := range s.rows {
		cells := []string{r.Project, r.Step}
		for _, t := range s.tools {
			cells = append(cells, r.Figures[t.name].String())
		}
		fmt.Fprintf(out, "| %s |\n", strings.Join(cells, " | "))
	}
}

// writeJSON writes all figures to a file.
func (s *session) writeJSON(path string) error {
	versions := map[string]string{}
	for _, t := range s.tools {
		versions[t.name] = t.version
	}
	text, err := json.MarshalIndent(struct {
		At       time.Time         `json:"at"`
		System   string            `json:"system"`
		CPUs     int               `json:"cpus"`
		Versions map[string]string `json:"versions"`
		Rows     []*row            `json:"rows"`
	}{time.Now().UTC(), runtime.GOOS + "/" + runtime.GOARCH, runtime.NumCPU(), versions, s.rows}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o600)
}
