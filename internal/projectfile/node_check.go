package projectfile

import (
	"fmt"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

const (
	runBefore = "Before"
	runAfter  = "After"
)

var nodeTestFields = fields[transform.NodeTest]{
	"name":        text(func(t *transform.NodeTest) *string { return &t.Name }),
	"description": text(func(t *transform.NodeTest) *string { return &t.Description }),
	"continueOnFailure": {
		read: func(r *reader, into *transform.NodeTest, value *yamldoc.Node) {
			into.ContinueOnFailure, into.IsDefault = r.boolean(value, true), value.IsNull()
		},
		write: func(o *overlay, key string, from *transform.NodeTest) {
			if !from.IsDefault || o.node.Get(key) != nil {
				o.boolean(key, from.ContinueOnFailure, true)
			}
		},
	},
	"templateString": textAt(func(t *transform.NodeTest) (*string, *diagnostic.Position) { return &t.Template, &t.At }),
	"runOrder": {
		read: func(r *reader, into *transform.NodeTest, value *yamldoc.Node) {
			into.RunBefore = r.runsBefore(value)
		},
		write: func(o *overlay, key string, from *transform.NodeTest) {
			old := o.node.Get(key)
			if old != nil && newReader("").runsBefore(old) == from.RunBefore || old == nil && !o.isNew && !from.RunBefore {
				return
			}
			order := runAfter
			if from.RunBefore {
				order = runBefore
			}
			o.text(key, order)
		},
	},
}

// runsBefore reads when a test runs; the default is after the load.
func (r *reader) runsBefore(n *yamldoc.Node) bool {
	switch text, _ := plainText(n); text {
	case runBefore:
		return true
	case runAfter, "":
		return false
	default:
		r.wrongShape(n, fmt.Sprintf("%s or %s", runBefore, runAfter))
		return false
	}
}

func readTests(r *reader, into *yamlNode, value *yamldoc.Node) {
	into.Tests = mappingList(r, value, func(item *yamldoc.Node, test *transform.NodeTest) {
		test.ContinueOnFailure, test.IsDefault, test.At = true, true, positionOf(item)
		readFields(r, test, item, nodeTestFields)
	})
}

func writeTests(o *overlay, key string, from *yamlNode) {
	sameOrder(o, key, from.Tests, func(o *overlay, test *transform.NodeTest) { writeFields(o, test, nodeTestFields) })
}
