package sqltext_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/sqltext"
)

func TestReadQueryGolden(t *testing.T) {
	t.Parallel()
	golden(t, "query", func(text string) string {
		var out strings.Builder
		for _, statement := range sqltext.Split(text) {
			fmt.Fprintf(&out, "%s\n", statement.Text)
			query, err := sqltext.ReadQuery(statement.Text)
			if err != nil {
				fmt.Fprintf(&out, "    error %v\n", err)
				continue
			}
			queryPrinter{&out}.query(query, "    ")
		}
		return out.String()
	})
}

// queryPrinter prints a Query, one line for each part.
type queryPrinter struct{ out *strings.Builder }

func (p queryPrinter) query(q *sqltext.Query, indent string) {
	if q.Opaque != "" {
		p.linef(indent, "opaque query: %s", q.Opaque)
		return
	}
	for _, cte := range q.CTEs {
		p.linef(indent, "cte %s (%s) recursive=%t", cte.Name.Text, joined(cte.Columns), q.Recursive)
		p.query(cte.Query, indent+"    ")
	}
	for _, branch := range q.Branches {
		if branch.Operator != "" {
			p.linef(indent, "%s by name=%t", branch.Operator, branch.ByName)
		}
		if branch.Query != nil {
			p.linef(indent, "in parentheses")
			p.query(branch.Query, indent+"    ")
			continue
		}
		p.selected(branch.Select, indent)
	}
	p.expressions(indent, "order by", q.OrderBy)
	p.expressions(indent, "limit", q.Limit)
}

func (p queryPrinter) selected(s *sqltext.Select, indent string) {
	p.linef(indent, "select distinct=%t from first=%t values=%t group by all=%t", s.Distinct, s.FromFirst, s.IsValues, s.GroupByAll)
	p.expressions(indent, "distinct on", s.DistinctOn)
	for _, item := range s.Items {
		p.item(item, indent)
	}
	for _, relation := range s.From {
		p.relation(relation, indent)
	}
	p.expressions(indent, "where", s.Where)
	p.expressions(indent, "group by", s.GroupBy)
	p.expressions(indent, "having", s.Having)
	p.expressions(indent, "qualify", s.Qualify)
	for i, window := range s.Windows {
		p.expression(indent, "window "+s.WindowNames[i].Text, window)
	}
	p.expressions(indent, "hierarchy", s.Hierarchy)
}

func (p queryPrinter) item(item sqltext.Item, indent string) {
	p.linef(indent, "item %q given=%t", item.Name.Text, item.NameGiven)
	if star := item.Star; star != nil {
		p.linef(indent+"    ", "star of %q exclude %q rename %v opaque %q", joined(star.Qualifier), joined(star.Exclude), star.Rename, star.Opaque)
		for _, replaced := range star.Replace {
			p.item(replaced, indent+"    ")
		}
	}
	p.expression(indent+"    ", "is", item.Expr)
}

func (p queryPrinter) relation(r sqltext.Relation, indent string) {
	kind := []string{"opaque", "table", "query", "function", "join"}[r.Kind]
	p.linef(indent, "%s %s as %q (%s) lateral=%t %s", kind, joined(r.Name), r.Alias.Text, joined(r.ColumnAliases), r.Lateral, r.Opaque)
	indent += "    "
	if r.Ref != nil {
		p.linef(indent, "%s %s.%s", r.Ref.Function, r.Ref.Location, r.Ref.Node)
	}
	if r.Join.Kind != "" {
		p.linef(indent, "joined %s natural=%t using (%s)", r.Join.Kind, r.Join.Natural, joined(r.Join.Using))
	}
	p.expressions(indent, "on", r.Join.On)
	p.expression(indent, "arguments", r.Arguments)
	if r.Query != nil {
		p.query(r.Query, indent)
	}
	for _, member := range r.Relations {
		p.relation(member, indent)
	}
}

func (p queryPrinter) expressions(indent, name string, list []sqltext.Expression) {
	for _, e := range list {
		p.expression(indent, name, e)
	}
}

func (p queryPrinter) expression(indent, name string, e sqltext.Expression) {
	words := []string{name}
	for _, column := range e.Columns {
		words = append(words, joined(column.Parts))
	}
	for _, star := range e.Stars {
		words = append(words, joined(star.Qualifier)+"*")
	}
	for _, window := range e.NamedWindows {
		words = append(words, "[over "+window.Text+"]")
	}
	for condition, word := range map[string]bool{
		"plain": e.IsPlainColumn, "window": e.IsWindow, "jinja": e.HasJinja, "skipped": e.Skipped, "cast=" + e.Cast: e.Cast != "",
		"function=" + e.Function: e.Function != "", fmt.Sprintf("literal=%d", e.Literal): e.Literal != sqltext.NoLiteral,
	} {
		if word {
			words = append(words, "["+condition+"]")
		}
	}
	if len(words) > 1 {
		sortFlags(words)
		p.linef(indent, "%s", strings.Join(words, " "))
	}
	for _, sub := range e.Subqueries {
		p.linef(indent, "%s sub-query", name)
		p.query(sub, indent+"    ")
	}
}

// sortFlags sorts the flags at the end.
func sortFlags(words []string) {
	for i := 1; i < len(words); i++ {
		for j := i; j > 0 && words[j][0] == '[' && words[j-1][0] == '[' && words[j] < words[j-1]; j-- {
			words[j], words[j-1] = words[j-1], words[j]
		}
	}
}

func (p queryPrinter) linef(indent, format string, arguments ...any) {
	fmt.Fprintf(p.out, "%s%s\n", indent, strings.TrimRight(fmt.Sprintf(format, arguments...), " "))
}

func TestReadQueryErrorsHaveAnOffset(t *testing.T) {
	t.Parallel()
	deep := "SELECT " + strings.Repeat("(", 300) + "1" + strings.Repeat(")", 300)
	for text, want := range map[string]sqltext.ReadError{
		"":                              {Offset: 0, Message: "the text ends where SELECT should be"},
		"INSERT INTO t":                 {Offset: 0, Message: `found "INSERT" where SELECT should be`},
		"SELECT":                        {Offset: 6, Message: "the text ends where a column of the select list should be"},
		"SELECT a FROM":                 {Offset: 13, Message: "the text ends where a table should be"},
		"SELECT (a FROM t":              {Offset: 7, Message: "a bracket is unbalanced"},
		"SELECT a] FROM t":              {Offset: 8, Message: "a bracket is unbalanced"},
		"SELECT 'a FROM t":              {Offset: 7, Message: "the token that begins here does not end"},
		"SELECT a FROM t; SELECT b":     {Offset: 17, Message: `found "SELECT" where the end of the query should be`},
		"SELECT a FROM t WHERE":         {Offset: 21, Message: "the text ends where an expression should be"},
		"SELECT {% if x %} a {% end %}": {Offset: 7, Message: "a Jinja statement has to be rendered first"},
		"SELECT CASE WHEN a THEN b":     {Offset: 25, Message: "the text ends where END of CASE should be"},
		"WITH SELECT 1":                 {Offset: 12, Message: `found "1" where AS should be`},
		deep:                            {Offset: 206, Message: "nested more than 200 levels deep"},
	} {
		_, err := sqltext.ReadQuery(text)
		var got *sqltext.ReadError
		if !errors.As(err, &got) || *got != want {
			t.Errorf("ReadQuery(%.40q) = %v, want %v", text, err, &want)
		}
	}
}

func TestReadExpression(t *testing.T) {
	t.Parallel()
	e, err := sqltext.ReadExpression(` UPPER("SRC"."NAME") || '-' || b `)
	if err != nil {
		t.Fatal(err)
	}
	if e.Text != `UPPER("SRC"."NAME") || '-' || b` || len(e.Columns) != 2 || e.IsPlainColumn {
		t.Errorf("expression = %+v", e)
	}
	if name, qualifier := e.Columns[0].Name(), e.Columns[0].Qualifier(); name.Text != "NAME" || !name.Quoted || joined(qualifier) != "SRC" {
		t.Errorf("first column = %v of %v", name, qualifier)
	}
	if _, err := sqltext.ReadExpression("a b"); err == nil {
		t.Error("two expressions are accepted as one")
	}
}
