package render

import (
	"errors"
	"fmt"
	"sync"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/transform"
)

// Template names one of the two templates of a node type.
type Template string

// The templates.
const (
	Create Template = "create" // the statements that create the object
	Run    Template = "run"    // the statements that load it
)

// templates caches the templates of node types. Each is compiled on first use.
type templates struct {
	environment *jinja.Environment
	preludes    *preludes
	compiled    sync.Map // templateKey → *compiledTemplate
}

type templateKey struct {
	kind  *transform.NodeType
	which Template
}

// compiledTemplate is a template with its prelude, or the error if it does not parse.
type compiledTemplate struct {
	once    sync.Once
	whole   *jinja.Template // nil for an empty template
	origin  origin
	problem *diagnostic.Diagnostic
}

// compileAll compiles the templates of the project's own node types to find their errors.
func (t *templates) compileAll(p *transform.Project, types *nodetype.Catalog) []diagnostic.Diagnostic {
	var found []diagnostic.Diagnostic
	for i := range p.NodeTypes {
		own := &p.NodeTypes[i]
		serves := transform.YAMLNode
		if own.Serves(transform.SQLNode) {
			serves = transform.SQLNode
		}
		kind, known := types.Lookup(own.ID, serves)
		if !known || kind.IsBuiltIn {
			continue
		}
		for _, which := range []Template{Create, Run} {
			if problem := t.get(kind, which).problem; problem != nil {
				found = append(found, *problem)
			}
		}
	}
	return found
}

// get returns a template of a node type.
func (t *templates) get(kind *transform.NodeType, which Template) *compiledTemplate {
	key := templateKey{kind, which}
	entry, ok := t.compiled.Load(key)
	if !ok {
		entry, _ = t.compiled.LoadOrStore(key, &compiledTemplate{})
	}
	compiled, _ := entry.(*compiledTemplate)
	compiled.once.Do(func() { t.compile(key, compiled) })
	return compiled
}

func (t *templates) compile(key templateKey, into *compiledTemplate) {
	text, file := key.kind.Create, key.kind.CreateFile
	if key.which == Run {
		text, file = key.kind.Run, key.kind.RunFile
	}
	into.origin = origin{name: file, file: file}
	if file == "" || key.kind.IsBuiltIn {
		into.origin = origin{name: fmt.Sprintf("the %s template of %s", key.which, key.kind.Name)}
	}
	if text == "" {
		return
	}
	body, err := t.environment.Compile(into.origin.name, withoutCommentRefs(text))
	if err != nil {
		into.problem = syntaxFault(err, key, into.origin)
		return
	}
	into.whole = jinja.Join(into.origin.name, t.preludes.of(key.kind.Package), body).Pruned()
}

func syntaxFault(err error, key templateKey, from origin) *diagnostic.Diagnostic {
	d := diagnostic.Diagnostic{
		Code: diagnostic.TemplateSyntax, Severity: diagnostic.Error, File: from.file,
		Message: fmt.Sprintf("the %s template of %s does not parse: %v", key.which, key.kind.Name, err),
	}
	if fault, ok := errors.AsType[*jinja.Error](err); ok {
		d.Message = fmt.Sprintf("the %s template of %s does not parse: %s", key.which, key.kind.Name, fault.Message)
		d.Hint = fault.Hint
		d = d.At(from.file, from.position(fault.Line, fault.Column))
	}
	return &d
}
