package compiler

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// resolveSQL completes a SQL node: it expands stars to columns, sets the types that are certain, and records the origin
// of each column.
func (c *Compilation) resolveSQL(n *Node) {
	resolved := *n.Node
	n.Node = &resolved
	text, read := n.readExpanded()
	query, err := sqltext.ReadQuery(withoutAnnotations(text, read))
	if err != nil {
		why, at := unreadable(err)
		n.lineage = lineage.NodeLineage{Opaque: why}
		n.reportOpaque(text, why, at)
		return
	}
	given := lineage.Resolve(query, columnCatalog{c})
	n.fillColumns(read, given, c.Renderer.Dialect().Fold)
	ids := make([]transform.ColumnID, len(resolved.Columns))
	for i := range resolved.Columns {
		ids[i] = resolved.Columns[i].ID
	}
	n.lineage = given.Lineage(ids)
	n.addSystemColumns()
	if n.isOpen = given.Opaque != "" && c.isOpenBecause(n, given.Opaque); n.isOpen {
		given.Opaque = "" // an engine knows them
	}
	n.reportResolution(text, given)
}

// unreadable returns the reason why a query cannot be parsed, and the position.
func unreadable(err error) (why string, at sqltext.Range) {
	if read, ok := errors.AsType[*sqltext.ReadError](err); ok {
		return read.Message, sqltext.Range{Start: read.Offset}
	}
	return err.Error(), sqltext.Range{}
}

// readExpanded returns the text of the node after its macros are rendered, and fills in what only that text contains.
func (n *Node) readExpanded() (string, *sqltext.NodeText) {
	text, read := n.written.SQL.Text, n.written.SQL.Read
	if n.expanded.Text != text || read == nil {
		text = n.expanded.Text
		read, _ = sqltext.ReadNode(text)
	}
	var spec *transform.Spec
	if n.Type != nil {
		spec = &n.Type.Spec
	}
	columns, source := projectfile.ColumnsOf(read, spec, n.positions(text))
	source.Name = n.Name
	n.Columns, n.Sources, n.CTE = columns, []transform.Source{source}, read.CTE
	n.releaseText()
	return text, read
}

// releaseText releases the parsed text. Columns and sources now contain its content, and it can be parsed again.
func (n *Node) releaseText() {
	slim := *n.written
	slim.SQL = &transform.SQLText{Text: n.written.SQL.Text}
	slim.Columns, slim.Sources = nil, nil
	n.written, n.SQL = &slim, slim.SQL
}

// withoutAnnotations replaces the annotations in a text with spaces, so that all other characters keep their offsets.
func withoutAnnotations(text string, read *sqltext.NodeText) string {
	blank := []byte(text)
	hide := func(annotations []sqltext.Annotation) {
		for _, a := range annotations {
			for i := a.Range.Start; i < a.Range.End; i++ {
				if blank[i] != '\n' {
					blank[i] = ' '
				}
			}
		}
	}
	hide(read.Annotations)
	hideColumns := func(s sqltext.NodeSelect) {
		for _, column := range s.Columns {
			hide(column.Annotations)
		}
	}
	hideColumns(read.NodeSelect)
	for _, u := range read.Unions {
		hideColumns(u.NodeSelect)
	}
	return string(blank)
}

// fillColumns builds the columns of the node from the result of its query. Properties that the text sets are kept.
func (n *Node) fillColumns(read *sqltext.NodeText, given lineage.Resolution, fold func(string) string) {
	n.hasMoreColumns = given.Opaque != ""
	written := n.writtenColumns(read, fold)
	columns := make([]transform.Column, 0, len(given.Columns))
	for _, out := range given.Columns {
		column := transform.Column{
			ID: transform.ColumnID(out.Name), Name: out.Name, Nullable: true,
			Sources: []transform.ColumnSource{{Transform: out.Text}},
		}
		if w, ok := written[out.Item]; ok {
			column = *w
		}
		column.DataType = cmp.Or(column.DataType, strings.Clone(out.DataType)) // a copy, so that the parsed text can be freed
		column.Sources = withReferences(column.Sources, out.Inputs)
		columns = append(columns, column)
	}
	n.Columns = columns
}

// writtenColumns returns the columns that the select list names, by their positions in it. A star has a position and no
// column. The engine's rules for case apply to a name without quotes.
func (n *Node) writtenColumns(read *sqltext.NodeText, fold func(string) string) map[int]*transform.Column {
	byItem := make(map[int]*transform.Column, len(n.Columns))
	next := 0
	for item := range read.Columns {
		if read.Columns[item].IsStar || next == len(n.Columns) {
			continue
		}
		column := n.Columns[next]
		if !read.Columns[item].Name.Quoted {
			column = column.Renamed(fold(column.Name))
		}
		byItem[item] = &column
		next++
	}
	return byItem
}

// addSystemColumns adds the columns that the node's type adds to every node. They have no sources.
func (n *Node) addSystemColumns() {
	if n.Type == nil || len(n.Type.Spec.SystemColumns) == 0 {
		return
	}
	n.Columns = nodetype.WithSystemColumns(&n.Type.Spec, n.Node)
	known := n.lineage.Columns
	n.lineage.Columns = make([]lineage.ColumnLineage, 0, len(n.Columns))
	for i := range n.Columns {
		id := n.Columns[i].ID
		column := lineage.ColumnLineage{Column: id}
		at := slices.IndexFunc(known, func(k lineage.ColumnLineage) bool { return k.Column == id })
		if at >= 0 {
			column = known[at]
		}
		n.lineage.Columns = append(n.lineage.Columns, column)
	}
}

// withReferences adds the columns that a column comes from.
func withReferences(sources []transform.ColumnSource, inputs []lineage.Input) []transform.ColumnSource {
	if len(inputs) == 0 || len(sources) == 0 {
		return sources
	}
	source := sources[0]
	source.References = make([]transform.ColumnRef, 0, len(inputs))
	for _, in := range inputs {
		source.References = append(source.References, transform.ColumnRef{Node: in.Node, Column: in.Column})
	}
	return []transform.ColumnSource{source}
}

func (n *Node) reportResolution(text string, given lineage.Resolution) {
	if given.Opaque != "" {
		n.reportOpaque(text, given.Opaque, given.OpaqueAt)
	}
	for _, p := range given.Problems {
		code := diagnostic.SQLSyntax
		if p.Kind == lineage.UnknownColumn || p.Kind == lineage.AmbiguousColumn {
			code = diagnostic.UnknownColumn
		}
		n.report(stepResolve, diagnostic.Diagnostic{
			Code: code, Severity: diagnostic.Error, Message: p.Message, Hint: p.Hint, Fix: n.fixOfColumn(text, p),
		}.At(n.File, n.positionIn(text, p.Range.Start)))
	}
}

// reportOpaque warns that some columns of the node are unknown, which affects nodes that read it with a star.
func (n *Node) reportOpaque(text, why string, at sqltext.Range) {
	n.hasMoreColumns = true
	n.report(stepResolve, diagnostic.Diagnostic{
		Code: diagnostic.SQLOpaque, Severity: diagnostic.Warning,
		Message: "the columns of this SQL are not all known: " + why,
		Hint:    "name the columns in the select list",
	}.At(n.File, n.positionIn(text, at.Start)))
}

// positions returns the text with the positions in the file that its offsets come from.
func (n *Node) positions(text string) projectfile.PositionedText {
	p := projectfile.PositionedText{Text: text}
	if text != n.written.SQL.Text {
		p.At = func(offset int) diagnostic.Position { return n.positionIn(text, offset) }
	}
	return p
}

// positionIn returns the position in the file that an offset of the text comes from, and the position of the node if
// that is unknown.
func (n *Node) positionIn(text string, offset int) diagnostic.Position {
	if text == n.written.SQL.Text {
		return diagnostic.Position{Line: 1, Column: 1}.Inside(text, offset)
	}
	if at, ok := n.expanded.At(offset); ok {
		return at
	}
	return n.At
}
