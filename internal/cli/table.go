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

// table is a list for people, with aligned columns.
type table struct {
	columns []string
	rows    [][]string
}

// add appends a row. It turns every cell into one printable line, because cells may contain any text.
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
	_ = writer.Flush() // a builder never fails
	return trimLines(out.String())
}

// printTable prints a table, or none if it is empty.
func (p Program) printTable(t *table, none string) error {
	if len(t.rows) == 0 {
		return p.print(none + "\n")
	}
	return p.print(t.String())
}

// facts are labeled values of one object, a line for each.
type facts [][2]string

// add omits an empty value.
func (f *facts) add(name, value string) {
	if value != "" {
		*f = append(*f, [2]string{name, progress.Clean(value)})
	}
}

// addMappings adds the schemas of storage locations.
func (f *facts) addMappings(mappings api.Mappings) {
	for _, location := range slices.Sorted(maps.Keys(mappings)) {
		text := fmt.Sprintf("%s is in %s.%s", location, mappings[location].Database, mappings[location].Schema)
		if orZero(mappings[location].ReadOnly) {
			text += ", read-only"
		}
		f.add("mapping", text)
	}
}

// addParameters omits an empty object.
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

// moment formats a time of the API.
func moment(text *string) string {
	at := timeOf(text)
	if at.IsZero() {
		return ""
	}
	return inUTC(at)
}
