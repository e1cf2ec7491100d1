package dbtimport

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/transform"
)

// maxSeedRows is the limit of a seed in a project.
const maxSeedRows = 10_000

// readSeeds finds the seeds of a package.
func (x *conversion) readSeeds(p *dbtPackage) error {
	for _, folder := range p.settings.paths("seed-paths", "data-paths", "seeds") {
		files, err := p.find(folder)
		if err != nil {
			return err
		}
		for _, file := range files {
			switch path.Ext(file) {
			case ".csv":
				r := &resource{kind: seedKind, pkg: p, name: stem(file), file: p.shown(file), line: 1, csv: file, config: config{}}
				x.treeConfig(r, "seeds", folder, file)
				x.addResource(r)
			case ".yml", ".yaml":
				if err := x.readProperties(p, file); err != nil {
					return err
				}
			case ".md":
				if err := x.readDocs(p, file); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// convertSeed makes the node of a seed, and copies its CSV.
func (x *conversion) convertSeed(r *resource) error {
	content, ok, err := r.pkg.read(r.csv, maxSeed)
	if err != nil {
		return err
	}
	var rows [][]string
	why := "it is too large for a seed"
	if ok {
		rows, why = readRows(content, r.config.text("delimiter"))
	}
	if why != "" {
		x.leaveSeed(r, why)
		return nil
	}
	n := x.newYAMLNode(r, "Seed")
	target := path.Join("seeds", r.node.Location+"-"+r.node.Name+".csv")
	n.Config = map[string]any{"file": target}
	x.addHooks(r, n)
	descriptions := map[string]string{}
	for _, column := range columnsOf(r.properties) {
		descriptions[strings.ToLower(text(column.Get("name")))] = x.description(r.pkg, column.Get("description"))
	}
	for i, name := range rows[0] {
		n.Columns = append(n.Columns, newColumn(name, x.seedType(r, rows, i), descriptions[strings.ToLower(name)]))
	}
	changed := x.removeNulls(rows, n.Columns)
	x.files[target] = content
	if changed || r.config.text("delimiter") != "" || bytes.HasPrefix(content, []byte("\ufeff")) {
		x.files[target] = writeRows(rows)
		x.report.add(Entry{File: r.file, Action: Adapted, Node: r.node.String(), Message: "the CSV has commas and empty fields in place of null"})
	}
	x.take(r, n)
	return nil
}

// leaveSeed makes a source of a seed that cannot be one, so that the nodes that read it stay.
func (x *conversion) leaveSeed(r *resource, why string) {
	x.report.add(Entry{
		File: r.file, Action: Left, Node: r.node.String(), Message: "the rows are not taken: " + why + "; the node is a source",
		Hint: "Load the CSV into the table by another way, or make it a source of files.",
	})
	n := x.newYAMLNode(r, "Source")
	n.IsSource = true
	r.result = n
}

// readRows parses a CSV; why says what is wrong with it.
func readRows(content []byte, delimiter string) (rows [][]string, why string) {
	if !utf8.Valid(content) {
		return nil, "it is not in UTF-8"
	}
	reader := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(content, []byte("\ufeff"))))
	if delimiter != "" {
		reader.Comma, _ = utf8.DecodeRuneInString(delimiter)
	}
	rows, err := reader.ReadAll()
	switch {
	case err != nil:
		return nil, err.Error()
	case len(rows) == 0:
		return nil, "it is empty"
	case len(rows)-1 > maxSeedRows:
		return nil, fmt.Sprintf("it has more than %d rows", maxSeedRows)
	}
	return rows, ""
}

// removeNulls empties the fields that dbt reads as NULL: the word null, except in texts on DuckDB, whose adapter loads the file itself.
func (x *conversion) removeNulls(rows [][]string, columns []transform.Column) bool {
	changed := false
	for _, row := range rows[1:] {
		for i := range row {
			isText := i < len(columns) && columns[i].DataType == textType && x.platform == enginekind.DuckDB
			if isNull(row[i]) && !isText {
				row[i], changed = "", true
			}
		}
	}
	return changed
}

func isNull(field string) bool { return strings.EqualFold(strings.TrimSpace(field), "null") }

func writeRows(rows [][]string) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.WriteAll(rows) // a write to a buffer cannot fail
	return b.Bytes()
}

// newColumn returns a column of a YAML node. Its id is its name.
func newColumn(name, dataType, description string) transform.Column {
	return transform.Column{ID: transform.ColumnID(name), Name: name, DataType: strings.ToUpper(dataType), Description: description, Nullable: true}
}
