package compiler

import (
	"cmp"
	"errors"
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// resolveSQL completes a SQL node: it expands stars to columns, sets the types that are certain, and records the origin
// of each column.
func (c *Compilation) resolveSQL(n *Node, memory *resolveMemory) {
	resolved := n.changeable()
	text, read := n.readExpanded(&memory.sql)
	query, err := memory.sql.ReadNodeQuery(text, read)
	if err != nil {
		why, at := unreadable(err)
		n.lineage = lineage.NodeLineage{Opaque: why}
		n.reportOpaque(text, why, at)
		return
	}
	given := memory.lineage.Resolve(query, columnCatalog{c})
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
func (n *Node) readExpanded(reader *sqltext.Reader) (string, *sqltext.NodeText) {
	text, read := n.written.SQL.Text, n.written.SQL.Read
	if n.expanded.Text != text || read == nil {
		text = n.expanded.Text
		read, _ = reader.ReadNode(text)
	}
	n.CTE = read.CTE
	if read != n.written.SQL.Read || !n.hasColumnsOf(read) {
		var spec *transform.Spec
		if n.Type != nil {
			spec = &n.Type.Spec
		}
		columns, source := projectfile.ColumnsOf(read, spec, n.positions(text))
		source.Name = n.Name
		n.Columns, n.Sources = columns, []transform.Source{source}
	}
	n.releaseText()
	return text, read
}

// hasColumnsOf reports whether the node still has the columns that the reader of the file took from the text, in the form
// that its type declares.
func (n *Node) hasColumnsOf(read *sqltext.NodeText) bool {
	return projectfile.IsComplete(read) && len(n.Columns) == len(read.Columns) && len(n.Sources) == 1 &&
		(n.Type == nil || n.Type.Serves(n.Kind))
}

// releaseText releases the parsed text of the node as written, and what the reader of the file took from it: the resolved node has
// all of it, and the text can be parsed again. It changes the node in place, because the project and the renderer refer to it until
// all nodes are resolved. A node that another compilation shares has been released before.
func (n *Node) releaseText() {
	if w := n.written; w.SQL.Read != nil || w.Columns != nil || w.Sources != nil {
		w.SQL.Read, w.Columns, w.Sources = nil, nil, nil
	}
}

// fillColumns builds the columns of the node from the result of its query. Properties that the text sets are kept.
func (n *Node) fillColumns(read *sqltext.NodeText, given lineage.Resolution, fold func(string) string) {
	n.hasMoreColumns = given.Opaque != ""
	written := n.writtenColumns(read)
	columns := n.Columns
	if !areInPlace(written, given.Columns) || len(columns) != len(given.Columns) {
		columns = make([]transform.Column, len(given.Columns))
	}
	references := make([]transform.ColumnRef, 0, inputCount(given.Columns))
	for i := range given.Columns {
		out, column := &given.Columns[i], &columns[i]
		if at := position(written, out.Item); at >= 0 {
			*column = n.Columns[at]
			if !read.Columns[out.Item].Name.Quoted {
				*column = column.Renamed(fold(column.Name))
			}
		} else {
			*column = transform.Column{
				ID: transform.ColumnID(out.Name), Name: out.Name, Nullable: true,
				Sources: []transform.ColumnSource{{Transform: out.Text}},
			}
		}
		column.DataType = cmp.Or(column.DataType, out.DataType)
		if len(out.Inputs) > 0 && len(column.Sources) > 0 {
			first := len(references)
			for _, in := range out.Inputs {
				references = append(references, transform.ColumnRef{Node: in.Node, Column: in.Column})
			}
			column.Sources[0].References = references[first:len(references):len(references)]
			column.Sources = column.Sources[:1]
		}
	}
	n.Columns = columns
}

// areInPlace reports whether each column of the result is the written column at the same position, so that no star adds any.
func areInPlace(written []int, columns []lineage.Output) bool {
	for i := range columns {
		if position(written, columns[i].Item) != i {
			return false
		}
	}
	return true
}

func inputCount(columns []lineage.Output) int {
	count := 0
	for i := range columns {
		count += len(columns[i].Inputs)
	}
	return count
}

// writtenColumns returns for each entry of the select list the position of its column, -1 for a star, which has none. The
// engine's rules for case apply to a name without quotes.
func (n *Node) writtenColumns(read *sqltext.NodeText) []int {
	positions := make([]int, len(read.Columns))
	next := 0
	for item := range read.Columns {
		if read.Columns[item].IsStar || next == len(n.Columns) {
			positions[item] = -1
			continue
		}
		positions[item] = next
		next++
	}
	return positions
}

// position returns the position of the column of an entry of the select list, -1 if there is none.
func position(written []int, item int) int {
	if item < 0 || item >= len(written) {
		return -1
	}
	return written[item]
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
