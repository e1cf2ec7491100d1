package workspace

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// sqlWriter writes what a draft wants into the text of a node, as annotations. What the text says otherwise than before is
// left alone: then the draft has another text, and that says it.
type sqlWriter struct {
	text   string
	before *transform.Node     // what the text said
	typ    *transform.NodeType // that the node is wanted to be of; nil when it is not known
}

func (v *Revision) writerFor(c NodeEdit, text string) *sqlWriter {
	w := &sqlWriter{text: text}
	w.typ, _ = v.Compilation.Types.Lookup(c.Wanted.Type, transform.SQLNode)
	w.before = w.says()
	return w
}

// initialize starts from another text; nil keeps the one that there is.
func (w *sqlWriter) begin(text *string) error {
	if text == nil {
		return nil
	}
	if strings.TrimSpace(*text) == "" {
		return fault.New(fault.Invalid, "sql is empty").WithHint("Leave it out to keep the text, or delete the node.")
	}
	w.text = *text
	return nil
}

// says reads the text, with the options in the shape that the node's type wants.
func (w *sqlWriter) says() *transform.Node {
	read, _ := projectfile.ParseNode(anywhere, w.text)
	if w.typ != nil {
		projectfile.ApplyAnnotations(w.typ, read)
	}
	return read
}

// write writes everything that annotations can say and that is wanted otherwise than it was shown.
func (w *sqlWriter) write(c NodeEdit) error {
	shown, wanted := &c.Shown, &c.Wanted
	isOtherType := wanted.Type != shown.Type && w.isOpen(func(n *transform.Node) any { return n.Type }, wanted.Type)
	if isOtherType || w.says().Type == "" { // a new text need not say what the node is
		w.set("nodeType", textCall("nodeType", string(wanted.Type)))
	}
	if wanted.Description != shown.Description && w.isOpen(func(n *transform.Node) any { return n.Description }, wanted.Description) {
		w.set("description", textCall("description", wanted.Description))
	}
	if wanted.Materialization != shown.Materialization &&
		w.isOpen(func(n *transform.Node) any { return n.Materialization }, wanted.Materialization) {
		w.set("materializationType", textCall("materializationType", wanted.Materialization))
	}
	if wanted.DeployEnabled != shown.DeployEnabled && w.isOpen(func(n *transform.Node) any { return n.DeployEnabled }, wanted.DeployEnabled) {
		w.set("deployEnabled", nil)
		w.set("deployDisabled", flagCall("deployDisabled", !wanted.DeployEnabled))
	}
	if err := w.writeConfig(shown.Config, wanted.Config); err != nil {
		return err
	}
	return w.writeColumns(shown.Columns, wanted.Columns)
}

// isOpen reports whether the text does not say yet what is wanted, and says what it said before.
func (w *sqlWriter) isOpen(part func(*transform.Node) any, wanted any) bool {
	says := part(w.says())
	return !reflect.DeepEqual(says, wanted) && reflect.DeepEqual(says, part(w.before))
}

// writeConfig writes the options that are wanted otherwise than they were shown.
func (w *sqlWriter) writeConfig(shown, wanted map[string]any) error {
	shown, wanted = switchedOn(shown), switchedOn(wanted)
	for _, name := range namesOf(shown, wanted) {
		option := func(n *transform.Node) any { return n.Config[name] }
		if reflect.DeepEqual(shown[name], wanted[name]) || !w.isOpen(option, wanted[name]) {
			continue
		}
		calls, err := annotationCalls{where: "config", declared: w.nodeAnnotations(), reserved: reservedOptions}.of(name, wanted[name])
		if err != nil {
			return err
		}
		w.set(name, calls)
	}
	return nil
}

// reservedOptions are the annotations of a node that are no options: the fields that say the same.
var reservedOptions = map[string]string{
	"id": "id", "nodeType": "nodeType", "description": "description", "materializationType": "materializationType",
	"deployDisabled": "deployEnabled", "deployEnabled": "deployEnabled",
}

func (w *sqlWriter) nodeAnnotations() []transform.AnnotationSpec {
	if w.typ == nil {
		return nil
	}
	return w.typ.Spec.NodeAnnotations
}

// switchedOn is a set of options without those that are off, which no annotation says.
func switchedOn(values map[string]any) map[string]any {
	on := maps.Clone(values)
	maps.DeleteFunc(on, func(_ string, value any) bool { return value == nil || value == false })
	if len(on) == 0 {
		return nil // so that two of them are equal
	}
	return on
}

// namesOf are the keys of either map, in order.
func namesOf(a, b map[string]any) []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(names)
	return slices.Compact(names)
}

// set gives the node these annotations of a name, in the place of those that it has.
func (w *sqlWriter) set(name string, calls []string) {
	read, _ := sqltext.ReadNode(w.text)
	place := annotationPlace{text: w.text, annotations: read.Annotations, separator: lineEndOf(w.text)}
	if len(read.Annotations) == 0 {
		place.opensText = true
	} else {
		place.end = behindComment(w.text, read.Annotations[len(read.Annotations)-1].Range.End)
	}
	w.text = place.with(name, calls)
}
