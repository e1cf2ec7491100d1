package workspace

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/transform"
)

// joinBuilder builds the join by which a new node reads its predecessors.
type joinBuilder struct {
	dialect *dialect.Dialect
	refs    []transform.NodeRef
	aliases map[string]transform.NodeID
	text    strings.Builder    // from FROM to the end
	columns []transform.Column // of the new node
	sources []string           // SQL of the column that each of them copies
	origins map[string]string  // SQL of the first column of each name, by lower-case name
	taken   map[string]bool    // lower-case names of columns
	// named are the aliases of predecessors in a join that the type's template wrote. For other joins the builder
	// chooses.
	named map[transform.NodeID]string
}

// join reads the predecessors in order. It joins each on the columns whose name an earlier predecessor also has, and gives
// such a column a name with a number. Without common names it is a cross join.
func (v *Revision) join(before []*compiler.Node, named map[transform.NodeID]string) *joinBuilder {
	j := &joinBuilder{
		dialect: v.Compilation.Renderer.Dialect(), aliases: map[string]transform.NodeID{}, origins: map[string]string{},
		taken: map[string]bool{}, named: named,
	}
	for i, n := range before {
		alias := j.alias(n)
		j.refs = append(j.refs, n.Ref())
		j.aliases[alias] = n.ID
		from := fmt.Sprintf("%s %s", refText(n.Ref()), j.dialect.Quote(alias))
		if i == 0 {
			j.text.WriteString("FROM " + from)
			j.add(n, alias)
			continue
		}
		fmt.Fprintf(&j.text, "\nINNER JOIN %s\n  ON %s", from, strings.Join(j.add(n, alias), "\n  AND "))
	}
	return j
}

// alias returns the alias of a predecessor in the join: its name, with a number if another location has the same name.
func (j *joinBuilder) alias(n *compiler.Node) string {
	if alias, isNamed := j.named[n.ID]; isNamed {
		return alias
	}
	alias := n.Name
	for number := 2; ; number++ {
		if _, taken := j.aliases[alias]; !taken {
			return alias
		}
		alias = fmt.Sprintf("%s_%d", n.Name, number)
	}
}

// add adds the columns of a predecessor and returns the conditions that join it to the earlier ones.
func (j *joinBuilder) add(n *compiler.Node, alias string) (conditions []string) {
	for i := range n.Columns {
		c := &n.Columns[i]
		if isBookkeeping(c) {
			continue
		}
		own := j.dialect.Quote(alias) + "." + j.dialect.Quote(c.Name)
		if other, met := j.origins[strings.ToLower(c.Name)]; met {
			conditions = append(conditions, other+" = "+own)
		}
		column := copied(n, c)
		column.Name = j.freeName(c.Name)
		if alias != n.Name || column.Name != c.Name {
			column.Sources[0].Transform = own
		}
		j.columns, j.sources = append(j.columns, column), append(j.sources, own)
	}
	for i := range n.Columns { // afterwards, so that a column never matches one of the same predecessor
		if c := &n.Columns[i]; !isBookkeeping(c) {
			if _, met := j.origins[strings.ToLower(c.Name)]; !met {
				j.origins[strings.ToLower(c.Name)] = j.dialect.Quote(alias) + "." + j.dialect.Quote(c.Name)
			}
		}
	}
	if len(conditions) == 0 {
		return []string{"1 = 1"}
	}
	return conditions
}

// freeName returns the name of a new column: its own, with a number if another column has it.
func (j *joinBuilder) freeName(name string) string {
	free := name
	for number := 2; j.taken[strings.ToLower(free)]; number++ {
		free = fmt.Sprintf("%s_%d", name, number)
	}
	j.taken[strings.ToLower(free)] = true
	return free
}

// copied returns a column of a new node that comes from a predecessor. Its role in its own node, such as a key, is
// dropped.
func copied(n *compiler.Node, c *transform.Column) transform.Column {
	return transform.Column{
		Name: c.Name, DataType: c.DataType, Description: c.Description, Nullable: c.Nullable,
		Sources: []transform.ColumnSource{{References: []transform.ColumnRef{{Node: n.ID, Column: c.ID}}}},
	}
}

// isBookkeeping reports whether a column describes the rows of its own table: a version, a creation date and the like.
func isBookkeeping(c *transform.Column) bool {
	for attribute := range c.Attributes {
		if strings.HasPrefix(attribute, "isSystem") && c.Flag(attribute) {
			return true
		}
	}
	return false
}

// source returns the source group of the new node.
func (j *joinBuilder) source(name string) transform.Source {
	return transform.Source{Name: name, Join: j.text.String(), Dependencies: j.refs, Aliases: j.aliases}
}

// refText returns a ref in Jinja.
func refText(r transform.NodeRef) string {
	return fmt.Sprintf("{{ ref(%s, %s) }}", jinjaText(r.Location), jinjaText(r.Name))
}

// jinjaText returns a text literal in Jinja.
func jinjaText(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
}
