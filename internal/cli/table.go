package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/progress"
)

// table is a list for people: a row for each thing, in columns that line up.
type table struct {
	columns []string
	rows    [][]string
}

// add puts a row at the end. What came from elsewhere may hold anything; it becomes one printable line.
func (t *table) add(cells ...string) {
	for i := range cells {
		cells[i] = progress.Clean(cells[i])
	}
	t.rows = append(t.rows, cells)
}

func (t *table) String() string {
	var out strings.Builder
	writer := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(writer, strings.Join(t.columns, "\t"))
	for _, row := range t.rows {
		_, _ = fmt.Fprintln(writer, strings.Join(row, "\t"))
	}
	_ = writer.Flush() // a builder takes everything
	return trimLines(out.String())
}

// printTable writes a table, or says that there is nothing.
func (p Program) printTable(t *table, none string) error {
	if len(t.rows) == 0 {
		return p.print(none + "\n")
	}
	return p.print(t.String())
}

// facts are about one thing: a line for each, with what is known.
type facts [][2]string

// add leaves out what is not known.
func (f *facts) add(name, value string) {
	if value != "" {
		*f = append(*f, [2]string{name, progress.Clean(value)})
	}
}

// addMappings says where storage locations are.
func (f *facts) addMappings(mappings api.Mappings) {
	for _, location := range slices.Sorted(maps.Keys(mappings)) {
		f.add("mapping", fmt.Sprintf("%s is in %s.%s", location, mappings[location].Database, mappings[location].Schema))
	}
}

// addParameters leaves out an object with nothing in it.
func (f *facts) addParameters(parameters json.RawMessage) {
	if text := string(parameters); text != "{}" && text != "null" {
		f.add("parameters", text)
	}
}

func (f *facts) String() string {
	width := 0
	for _, fact := range *f {
		width = max(width, len(fact[0]))
	}
	var out strings.Builder
	for _, fact := range *f {
		_, _ = fmt.Fprintf(&out, "%-*s  %s\n", width, fact[0], fact[1])
	}
	return out.String()
}

// moment writes a time of an answer for people.
func moment(text *string) string {
	at := timeOf(text)
	if at.IsZero() {
		return ""
	}
	return inUTC(at)
}
