package projectfile

import (
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

var environmentFields = fields[transform.Environment]{
	"fileVersion":        version[transform.Environment](1),
	"type":               constant[transform.Environment]("Environment"),
	"id":                 text(func(e *transform.Environment) *string { return &e.ID }),
	"name":               textAt(func(e *transform.Environment) (*string, *diagnostic.Position) { return &e.Name, &e.At }),
	"mappingDefinitions": mappings(func(e *transform.Environment) *map[string]transform.Mapping { return &e.Mappings }),
}

func (r *reader) environment(content string) transform.Environment {
	e := transform.Environment{File: r.file}
	if root := r.document(content).Root; root != nil {
		readFields(r, &e, root, environmentFields)
		r.need(root, "id", "name")
	}
	return e
}
