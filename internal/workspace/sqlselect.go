package workspace

import (
	"regexp"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// selectEntry is a column of the new select list.
type selectEntry struct {
	old      *sqltext.SelectColumn // nil for a new column
	text     string
	isWanted bool // the draft has this named column of a list with a star
}

// writeSelect writes names, transforms, order, additions and removals of columns into the select list. A list with a star
// keeps its order, and new columns come last. In a set operation, whose first list names the columns, only names change. A
// list that Jinja produces stays. The check after the edit rejects what could not be written.
func (w *sqlWriter) writeSelect(columns columnPairs) {
	read, _ := sqltext.ReadNode(w.text)
	if read.Opaque != "" || len(read.Columns) == 0 {
		return
	}
	var entries []selectEntry
	switch {
	case len(read.Unions) > 0:
		entries = w.renamedEntries(read.Columns, columns)
	case read.HasStar:
		entries = w.starEntries(read.Columns, columns)
	default:
		entries = w.selectEntries(read.Columns, columns)
	}
	isOld := func(e selectEntry) bool { return e.old != nil }
	if !slices.ContainsFunc(entries, isOld) {
		return
	}
	w.text = w.text[:read.Columns[0].Range.Start] + w.joinEntries(read.Columns, entries) + w.text[read.Columns[len(read.Columns)-1].Range.End:]
}

// selectEntries returns the columns of the new list. Columns that the type adds are not in the list.
func (w *sqlWriter) selectEntries(list []sqltext.SelectColumn, columns columnPairs) []selectEntry {
	var entries []selectEntry
	for _, c := range columns {
		if c.from == nil {
			entries = append(entries, selectEntry{text: newColumnText(c.to)})
			continue
		}
		if old := columnCalled(list, c.from.Name); old != nil {
			entries = append(entries, selectEntry{old: old, text: w.columnText(old, c.from, c.to)})
		}
	}
	return entries
}

// renamedEntries returns the columns of a list with the names that the draft wants.
func (w *sqlWriter) renamedEntries(list []sqltext.SelectColumn, columns columnPairs) []selectEntry {
	return w.keptEntries(list, columns, func(c columnPair) *transform.Column {
		renamed := *c.from
		renamed.Name = c.to.Name
		return &renamed
	})
}

// starEntries returns the columns of a list with a star: its named columns as the draft wants them, then the new ones.
func (w *sqlWriter) starEntries(list []sqltext.SelectColumn, columns columnPairs) []selectEntry {
	entries := w.keptEntries(list, columns, func(c columnPair) *transform.Column { return c.to })
	entries = slices.DeleteFunc(entries, func(e selectEntry) bool { return !e.old.IsStar && !e.isWanted })
	for _, c := range columns {
		if c.from == nil {
			entries = append(entries, selectEntry{text: newColumnText(c.to)})
		}
	}
	return entries
}

// keptEntries returns all columns of a list in their order. change returns what a named column becomes.
func (w *sqlWriter) keptEntries(list []sqltext.SelectColumn, columns columnPairs, change func(columnPair) *transform.Column) []selectEntry {
	entries := make([]selectEntry, len(list))
	for i := range list {
		entries[i] = selectEntry{old: &list[i], text: list[i].Range.Of(w.text)}
	}
	for _, c := range columns {
		if c.from == nil {
			continue
		}
		old := columnCalled(list, c.from.Name)
		if at := slices.IndexFunc(entries, func(e selectEntry) bool { return e.old == old }); at >= 0 {
			entries[at].text, entries[at].isWanted = w.columnText(old, c.from, change(c)), true
		}
	}
	return entries
}

// joinEntries joins the columns of the new list. Text between two columns, such as comments, stays where it is.
func (w *sqlWriter) joinEntries(list []sqltext.SelectColumn, entries []selectEntry) string {
	between := w.separators(list, entries)
	separator := w.listSeparator(list)
	var text strings.Builder
	kept := 0
	for i, e := range entries {
		switch {
		case i == 0:
		case e.old == nil || kept == 0:
			text.WriteString(separator)
		default:
			text.WriteString(between[kept-1])
		}
		text.WriteString(e.text)
		if e.old != nil {
			kept++
		}
	}
	return text.String()
}

// separators returns the texts between the columns that stay. A column is removed with the text that follows it.
func (w *sqlWriter) separators(list []sqltext.SelectColumn, entries []selectEntry) []string {
	var between []string
	last := -1
	for i := range list {
		stays := slices.ContainsFunc(entries, func(e selectEntry) bool { return e.old == &list[i] })
		if !stays {
			continue
		}
		if last >= 0 {
			between = append(between, w.text[list[last].Range.End:list[last+1].Range.Start])
		}
		last = i
	}
	return between
}

// listSeparator returns what separates two columns of a list: a comma, and a new line with the list's indentation if the
// list has a column per line.
func (w *sqlWriter) listSeparator(list []sqltext.SelectColumn) string {
	start := list[len(list)-1].Range.Start
	line := w.text[strings.LastIndexByte(w.text[:start], '\n')+1 : start]
	if strings.TrimLeft(line, " \t,") != "" {
		return ", "
	}
	return "," + lineEndOf(w.text) + strings.ReplaceAll(line, ",", " ")
}

// columnText returns the text of a column with another name or transform. The rest of its text stays.
func (w *sqlWriter) columnText(old *sqltext.SelectColumn, from, to *transform.Column) string {
	text := old.Range.Of(w.text)
	hasName, hasTransform := from.Name != to.Name, transformOf(from) != transformOf(to)
	if !hasName && !hasTransform || !strings.HasPrefix(text, old.Expression) {
		return text
	}
	expression := old.Expression
	if hasTransform {
		expression = strings.TrimSpace(transformOf(to))
	}
	rest := text[len(old.Expression):]
	switch {
	case old.NameGiven && hasName:
		renamed, ok := withAlias(rest, aliasEnd(old, rest), old.Name, to.Name)
		if !ok {
			return text
		}
		rest = renamed
	case !old.NameGiven && !namesItself(expression, to.Name):
		rest = " AS " + aliasText(to.Name, old.Name.Quoted) + rest
	}
	return expression + rest
}

// aliasEnd returns where the alias of a column ends at the latest: at its first annotation.
func aliasEnd(old *sqltext.SelectColumn, rest string) int {
	if len(old.Annotations) == 0 {
		return len(rest)
	}
	return max(0, old.Annotations[0].Range.Start-old.Range.Start-len(old.Expression))
}

// withAlias replaces the alias in the text after an expression.
func withAlias(rest string, end int, old sqltext.Identifier, name string) (string, bool) {
	at := strings.LastIndex(rest[:end], old.Text)
	if at < 0 || old.Dynamic {
		return rest, false
	}
	after := at + len(old.Text)
	if old.Quoted {
		at, after = at-1, after+1
	}
	if at < 0 || after > end {
		return rest, false
	}
	return rest[:at] + aliasText(name, old.Quoted) + rest[after:], true
}

// newColumnText returns the text of a column that the list does not have yet.
func newColumnText(c *transform.Column) string {
	expression := strings.TrimSpace(transformOf(c))
	if expression == "" {
		expression = "NULL"
	}
	if namesItself(expression, c.Name) {
		return expression
	}
	return expression + " AS " + aliasText(c.Name, false)
}

// transformOf returns the expression of a column.
func transformOf(c *transform.Column) string {
	if len(c.Sources) == 0 {
		return ""
	}
	return c.Sources[0].Transform
}

var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// aliasText returns a name as it is written after AS.
func aliasText(name string, isQuoted bool) string {
	if !isQuoted && plainName.MatchString(name) {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

var columnPath = regexp.MustCompile(`^(?:[A-Za-z_][A-Za-z0-9_]*\.)+([A-Za-z_][A-Za-z0-9_]*)$`)

// namesItself reports whether an expression is a column of that name, which needs no alias.
func namesItself(expression, name string) bool {
	parts := columnPath.FindStringSubmatch(expression)
	return parts != nil && parts[1] == name
}

// writeJoin writes another text from FROM on, if the old one occurs once.
func (w *sqlWriter) writeJoin(shown, wanted []transform.Source) {
	if len(shown) != 1 || len(wanted) != 1 || shown[0].Join == wanted[0].Join || shown[0].Join == "" {
		return
	}
	if strings.Count(w.text, shown[0].Join) == 1 {
		w.text = strings.Replace(w.text, shown[0].Join, wanted[0].Join, 1)
	}
}
