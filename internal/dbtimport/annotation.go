package dbtimport

import (
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// annotationText returns a text as an argument of an annotation. Jinja in it stays as it is.
func annotationText(text string) string {
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`)
	var out strings.Builder
	out.WriteByte('"')
	at := 0
	for _, p := range pieces(text) {
		out.WriteString(escape.Replace(text[at:p.start]))
		out.WriteString(p.of(text))
		at = p.end
	}
	out.WriteString(escape.Replace(text[at:]))
	out.WriteByte('"')
	return out.String()
}

// annotationTexts returns several arguments.
func annotationTexts(list []string) string {
	written := make([]string, len(list))
	for i := range list {
		written[i] = annotationText(strings.TrimSpace(list[i]))
	}
	return strings.Join(written, ", ")
}

// plainText returns a text of a person, in which braces are no Jinja.
func plainText(text string) string {
	return strings.NewReplacer("{{", "{ {", "{%", "{ %", "{#", "{ #").Replace(text)
}

// selectList is the select list of a query, if its columns can have annotations.
type selectList struct {
	columns map[string]int // the offset after each column, by its name in lower case
}

// readSelectList reads the select list of a query. It has no columns if a star or Jinja produces some of them.
func readSelectList(query string) selectList {
	list := selectList{columns: map[string]int{}}
	read, _ := sqltext.ReadNode(query)
	if read.Opaque != "" || read.HasStar || read.HasProblems {
		return list
	}
	for i := range read.Columns {
		c := &read.Columns[i]
		name := strings.ToLower(c.Name.Text)
		if name == "" || c.IsStar || strings.Contains(c.Range.Of(query), "--") {
			return selectList{columns: map[string]int{}}
		}
		list.columns[name] = c.Range.End
	}
	return list
}

func (l selectList) has(column string) bool {
	_, ok := l.columns[strings.ToLower(column)]
	return ok
}
