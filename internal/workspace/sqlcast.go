package workspace

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// writeTypes writes a cast for every column whose type the draft changes, or of a new column, unless the text results in
// that type already. reached are the columns that the text results in. It reports whether the text changed. A select list
// that Jinja or a set operation produces cannot be changed; the check after the edit rejects the draft then.
func (w *sqlWriter) writeTypes(c NodeEdit, reached []transform.Column) bool {
	if w.hasText {
		return false
	}
	before := w.text
	for _, pair := range c.columnPairs() {
		from, to := pair.from, pair.to
		if to.DataType == "" || from != nil && strings.EqualFold(from.DataType, to.DataType) {
			continue
		}
		isReached := slices.ContainsFunc(reached, func(r transform.Column) bool {
			return strings.EqualFold(r.Name, to.Name) && strings.EqualFold(r.DataType, to.DataType)
		})
		if !isReached {
			w.writeCast(to)
		}
	}
	return w.text != before
}

// writeCast writes a cast around the expression of a column.
func (w *sqlWriter) writeCast(to *transform.Column) {
	read, _ := sqltext.ReadNode(w.text)
	column := columnCalled(read.Columns, to.Name)
	if column == nil || read.Opaque != "" || len(read.Unions) > 0 {
		return
	}
	text := column.Range.Of(w.text)
	rest, isPlain := strings.CutPrefix(text, column.Expression)
	if !isPlain {
		return
	}
	if !column.NameGiven {
		rest = " AS " + aliasText(column.Name.Text, column.Name.Quoted) + rest
	}
	w.text = w.text[:column.Range.Start] + castText(column.Expression, to.DataType) + rest + w.text[column.Range.End:]
}

// castText returns an expression that is converted to a type. A cast that the expression is already stays, because it can change
// values: a timestamp that is cast to a date has no time.
func castText(expression, dataType string) string {
	return "CAST(" + expression + " AS " + dataType + ")"
}
