package difference

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// fingerprintVersion is part of every fingerprint. It changes with the rules, so that fingerprints of different rules are never equal.
const fingerprintVersion = "1"

// hasher collects texts and returns their hash.
type hasher struct{ bytes []byte }

func newHasher() *hasher {
	p := &hasher{}
	p.texts(fingerprintVersion)
	return p
}

func (p *hasher) String() string {
	sum := sha256.Sum256(p.bytes)
	return hex.EncodeToString(sum[:16])
}

// texts adds texts so that different lists never result in the same bytes.
func (p *hasher) texts(list ...string) {
	for _, text := range list {
		p.bytes = append(strconv.AppendInt(p.bytes, int64(len(text)), 10), ':')
		p.bytes = append(p.bytes, text...)
	}
}

func (p *hasher) flags(list ...bool) {
	for _, flag := range list {
		p.bytes = strconv.AppendBool(p.bytes, flag)
	}
}

// value adds a value of a project file. JSON sorts the keys of its objects.
func (p *hasher) value(value any) {
	if flag, isFlag := value.(bool); isFlag {
		p.flags(flag)
		return
	}
	text, err := json.Marshal(value)
	if err != nil { // not a value that a file can contain
		text = []byte(err.Error())
	}
	p.texts(string(text))
}

// attributes adds values by name.
func (p *hasher) attributes(values map[string]any) {
	switch len(values) {
	case 0:
		return
	case 1: // the usual case does not need sorting
		for name, value := range values {
			p.texts(name)
			p.value(value)
		}
		return
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		p.texts(name)
		p.value(values[name])
	}
}

// fingerprintText covers the whole definition of a node and its exact SQL. If it is equal, nothing else is compared.
func fingerprintText(c *compiler.Compilation, n *compiler.Node) string { return newHasher().text(c, n) }

// text is fingerprintText with a reused buffer, because it is computed for every node of a project.
func (p *hasher) text(c *compiler.Compilation, n *compiler.Node) string {
	p.bytes = p.bytes[:0]
	schema := schemaOf(c, n)
	p.texts(fingerprintVersion, schema.Database, schema.Name, n.Location, n.Name, string(n.Kind), string(n.Node.Type), n.Description,
		n.Materialization, n.CTE)
	p.flags(n.IsMultisource, n.OverrideSQL)
	if n.Type != nil {
		p.texts(n.Type.Name, string(n.Type.Spec.Strategy))
	}
	p.attributes(n.Config)
	p.columns(n)
	p.sources(n)
	p.stages(n.Create)
	p.stages(n.Run)
	return p.String()
}

func (p *hasher) columns(n *compiler.Node) {
	for i := range n.Columns {
		c := &n.Columns[i]
		p.texts(string(c.ID), c.Name, c.DataType, c.Description, c.Default)
		p.flags(c.Nullable)
		p.attributes(c.Attributes)
		if c.Tests != nil || c.AcceptedValues != nil {
			p.value([]any{c.Tests, c.AcceptedValues})
		}
		for k := range c.Sources {
			p.texts(c.Sources[k].Transform)
			for _, ref := range c.Sources[k].References {
				p.texts(string(ref.Node), string(ref.Column))
			}
		}
	}
}

func (p *hasher) sources(n *compiler.Node) {
	for i := range n.Sources {
		p.texts(n.Sources[i].Name, n.Sources[i].Join, n.Sources[i].Query, n.Sources[i].CustomSQL)
	}
	for i := range n.Tests {
		t := &n.Tests[i]
		p.texts(t.Name, t.Description, t.Template)
		p.flags(t.RunBefore, t.ContinueOnFailure)
	}
	p.texts(n.ColumnTests...)
}

func (p *hasher) stages(r *render.Result) {
	if r == nil {
		p.texts("none")
		return
	}
	for i := range r.Stages {
		s := &r.Stages[i]
		p.texts(s.Name, string(s.Type), string(s.Phase), s.SQL)
		p.flags(s.ContinueOnFailure)
	}
}

// fingerprintSQL covers the statements of a template without comments and white space.
func fingerprintSQL(r *render.Result) string {
	p := newHasher()
	if r != nil {
		for i := range r.Stages {
			s := &r.Stages[i]
			p.texts(string(s.Type), string(s.Phase), sqltext.Canonical(s.SQL))
			p.flags(s.ContinueOnFailure)
		}
	}
	return p.String()
}

// fingerprintExpression covers the expression of a column without a written type: the type may change with it.
func fingerprintExpression(c *transform.Column) string {
	p := newHasher()
	for i := range c.Sources {
		p.texts(sqltext.Canonical(c.Sources[i].Transform))
		for _, ref := range c.Sources[i].References {
			p.texts(string(ref.Node), string(ref.Column))
		}
	}
	return p.String()
}
