package dialect

import (
	"path"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/jinja"
)

// fileTemplates are how an engine reads files as tables. They are empty where it cannot.
type fileTemplates struct {
	csv, parquet, json string // {path}, {header} and {options}
	delimiter          string // the options: between values, {text}
	names              string // of the columns, where the file does not have them, {list}
	types              string // of columns, {pairs} of name and type
	byName             string // columns of several files belong together by name
}

// File is a file, or several that a pattern names, that is read as a table.
type File struct {
	Path      string   // relative to the folder of the connection; may have *, ? and [
	Columns   []Column // that are known; a column without a type gets the one that the engine finds
	HasHeader bool     // a CSV begins with the names of its columns
	Delimiter string   // of a CSV; "" is found out by the engine
}

// ReadFile writes the file as something that can stand behind FROM. What it is follows from its ending: CSV, Parquet or
// JSON, also when it is compressed.
func (d *Dialect) ReadFile(f File) (string, error) {
	if !d.capabilities.ReadsFiles {
		return "", fault.New(fault.Invalid, "%s reads no files", d.kind).
			WithHint("Load the file into a table and name that, or use a connection of kind duckdb.")
	}
	if err := checkPath(f.Path); err != nil {
		return "", err
	}
	var template string
	options := ""
	switch f.format() {
	case ".csv", ".tsv", ".txt":
		template, options = d.files.csv, d.csvOptions(f)
	case ".parquet":
		template = d.files.parquet
	case ".json", ".jsonl", ".ndjson":
		template = d.files.json
	default:
		return "", fault.New(fault.Invalid, "the file %s has no ending that says what it is", f.Path).
			WithHint("Files end in .csv, .tsv, .txt, .parquet, .json, .jsonl or .ndjson; .gz and .zst may follow.")
	}
	if strings.ContainsAny(f.Path, "*?[") {
		options += d.files.byName
	}
	return fill(template, "path", d.Literal(f.Path), "header", d.Boolean(f.HasHeader), "options", options), nil
}

// format is the ending of the file's name, without what tells that it is compressed.
func (f File) format() string {
	name := strings.ToLower(f.Path)
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst")
	return path.Ext(name)
}

// csvOptions say what is known about the columns. A type is given to the reader instead of casting what it made of the
// text: a guess would have turned 007 into 7 by then.
func (d *Dialect) csvOptions(f File) string {
	var names, types []string
	for _, column := range f.Columns {
		names = append(names, d.Literal(column.Name))
		if column.Type != "" {
			types = append(types, d.Literal(column.Name)+": "+d.Literal(d.Type(column.Type)))
		}
	}
	options := ""
	if f.Delimiter != "" {
		options += fill(d.files.delimiter, "text", d.Literal(f.Delimiter))
	}
	if !f.HasHeader && len(names) > 0 {
		options += fill(d.files.names, "list", strings.Join(names, ", "))
	}
	if len(types) > 0 {
		options += fill(d.files.types, "pairs", strings.Join(types, ", "))
	}
	return options
}

// checkPath refuses what leads out of the folder of the connection. The engine refuses it too; here it has words.
func checkPath(file string) error {
	parts := strings.FieldsFunc(file, func(r rune) bool { return r == '/' || r == '\\' })
	if len(parts) > 0 && !strings.HasPrefix(file, "/") && !strings.HasPrefix(file, "~") &&
		!strings.Contains(file, ":") && !slices.Contains(parts, "..") {
		return nil
	}
	return fault.New(fault.Invalid, "%q is not the path of a file in the folder of the connection", file).
		WithHint("Write it relative to that folder, such as orders.csv or orders/*.parquet.")
}

func (d *Dialect) callReadFile(args jinja.Arguments) (jinja.Value, error) {
	given, err := args.Bind("path", "columns?", "has_header?", "delimiter?")
	if err != nil {
		return jinja.Value{}, err
	}
	file := File{Path: given[0].String(), HasHeader: given[2].Truth(), Delimiter: given[3].String()}
	columns, err := given[1].Items()
	if err != nil {
		return jinja.Value{}, err
	}
	for _, column := range columns {
		file.Columns = append(file.Columns, Column{Name: column.Attr("name").String(), Type: column.Attr("dataType").String()})
	}
	return answer(d.ReadFile(file))
}
