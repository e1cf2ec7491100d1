package progress

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/millrace/millrace/internal/engine"
)

const (
	maxRows    = 5  // rows of a failing test that are shown; the report has all stored rows
	maxColumns = 8  // columns of them
	maxInCell  = 24 // terminal columns
)

// writeRows shows the first rows that failed a test, as a table.
func writeRows(out *strings.Builder, found *engine.Rows) {
	if found == nil || len(found.Values) == 0 {
		return
	}
	cells := table(found)
	widths := columnWidths(cells)
	for _, line := range cells {
		padded := make([]string, len(line))
		for i, cell := range line {
			padded[i] = pad(cell, widths[i])
		}
		out.WriteString(strings.TrimRight("    "+strings.Join(padded, "  "), " ") + "\n")
	}
	if more := len(found.Values) - maxRows; more > 0 || found.More {
		out.WriteString("    … and more\n")
	}
}

// table returns the heading and the first rows as texts.
func table(found *engine.Rows) [][]string {
	heading := make([]string, min(len(found.Columns), maxColumns))
	for i := range heading {
		heading[i] = fit(Clean(found.Columns[i].Name), maxInCell)
	}
	cells := [][]string{heading}
	for _, values := range found.Values[:min(len(found.Values), maxRows)] {
		line := make([]string, min(len(values), len(heading)))
		for i := range line {
			line[i] = fit(Clean(cell(values[i])), maxInCell)
		}
		cells = append(cells, line)
	}
	return cells
}

func cell(value any) string {
	if value == nil {
		return "NULL"
	}
	return fmt.Sprint(value)
}

func columnWidths(cells [][]string) []int {
	widths := make([]int, len(cells[0]))
	for _, line := range cells {
		for i, cell := range line {
			widths[i] = max(widths[i], ansi.StringWidth(cell))
		}
	}
	return widths
}
