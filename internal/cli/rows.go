package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	localrun "github.com/millrace/millrace/internal/localrun"
)

const (
	defaultRows = 20
	maxRows     = 10_000
	// defaultWidth is how many characters of a value a table shows.
	defaultWidth = 60
)

// rowFlags are the flags of the commands that print rows of a local run.
type rowFlags struct {
	projectFlags

	data         string
	limit, width int
}

func newRowFlags() rowFlags { return rowFlags{projectFlags: projectFlags{platform: localrun.Platform}} }

func (f *rowFlags) register(command *cobra.Command) {
	f.projectFlags.register(command)
	command.Flags().StringVar(&f.data, "data", "", "folder of the database files (default: "+localrun.FolderName+" in the project)")
	command.Flags().IntVar(&f.limit, "limit", defaultRows, fmt.Sprintf("maximum number of rows, up to %d", maxRows))
	command.Flags().IntVar(&f.width, "width", defaultWidth, "characters of a value in the table, 0 for all; JSON has all")
}

func (f *rowFlags) check() error {
	switch {
	case f.limit < 1 || f.limit > maxRows:
		return fault.New(fault.Invalid, "--limit %d is not between 1 and %d", f.limit, maxRows)
	case f.width < 0:
		return fault.New(fault.Invalid, "--width %d is below 0", f.width)
	}
	return nil
}

// printLocal reads rows from the data folder of a project and prints them.
func (p Program) printLocal(
	ctx context.Context, flags *rowFlags, project string, read func(*localrun.DataFolder) (engine.Rows, error),
) error {
	folder := flags.data
	if folder == "" {
		folder = filepath.Join(project, localrun.FolderName)
	}
	data, err := localrun.OpenExisting(ctx, folder)
	if err != nil {
		return err
	}
	rows, err := read(data)
	if closeErr := data.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	return p.printRows(rows, flags)
}

// printRows prints rows as a table or as JSON.
func (p Program) printRows(rows engine.Rows, flags *rowFlags) error {
	if flags.asJSON {
		return p.printJSON(jsonRows(rows))
	}
	shown := table{}
	for _, column := range rows.Columns {
		shown.columns = append(shown.columns, cell(column.Name, flags.width))
	}
	for _, values := range rows.Values {
		cells := make([]string, len(values))
		for i, value := range values {
			cells[i] = cell(valueText(value), flags.width)
		}
		shown.add(cells...)
	}
	footer := counted(len(rows.Values), "row")
	if rows.More {
		footer = fmt.Sprintf("The first %s. Pass --limit to see more.", footer)
	}
	return p.print(shown.String() + "\n" + footer + "\n")
}

// rowsJSON is the JSON of rows: the form of a preview in the API.
type rowsJSON struct {
	Columns []columnJSON `json:"columns"`
	Rows    [][]any      `json:"rows"`
	HasMore bool         `json:"hasMore"`
}

type columnJSON struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

func jsonRows(rows engine.Rows) rowsJSON {
	result := rowsJSON{Columns: []columnJSON{}, Rows: orEmpty(rows.Values), HasMore: rows.More}
	for _, column := range rows.Columns {
		result.Columns = append(result.Columns, columnJSON{column.Name, column.Type})
	}
	return result
}

// valueText returns a value as text.
func valueText(value any) string {
	switch value := value.(type) {
	case nil:
		return "NULL"
	case string:
		return value
	case float64:
		return strconv.FormatFloat(value, 'g', -1, 64)
	default:
		return fmt.Sprint(value)
	}
}

// cell cuts a text to a number of characters; 0 keeps it.
func cell(text string, width int) string {
	text = strings.Join(strings.Fields(text), " ")
	runes := []rune(text)
	if width == 0 || len(runes) <= width {
		return text
	}
	return string(runes[:width]) + "…"
}
