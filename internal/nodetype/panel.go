package nodetype

import (
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/transform"
)

// Panel is an options panel that decides which of its elements apply to a node. Its conditions are compiled once,
// because thousands of nodes may have the same type.
type Panel struct {
	groups []panelGroup
	count  int // of elements
	// isFixed says that no condition depends on the node, so that the result is always the same.
	isFixed bool
	fixed   []Element
}

type panelGroup struct {
	group   *transform.Group
	enabled condition
	items   []panelItem
}

type panelItem struct {
	item              *transform.Item
	enabled, required condition
}

// Element is an element of a panel with its state for one node.
type Element struct {
	Item           *transform.Item
	IsGroupEnabled bool
	IsEnabled      bool
	IsRequired     bool
}

// Problem is a condition that does not parse or cannot be evaluated. It counts as true.
type Problem struct {
	At      diagnostic.Position // in the text of the panel
	Message string
	Hint    string
}

// NewPanel compiles the conditions of a panel. The spec must not change afterwards.
func NewPanel(spec *transform.Spec) *Panel {
	p := &Panel{isFixed: true}
	environment := jinja.NewEnvironment(jinja.Options{})
	for i := range spec.Groups {
		group := &spec.Groups[i]
		g := panelGroup{group: group, enabled: newCondition(environment, group.EnableIf, true)}
		p.isFixed = p.isFixed && g.enabled.isFixed()
		for k := range group.Items {
			item := &group.Items[k]
			element := panelItem{
				item:     item,
				enabled:  newCondition(environment, item.EnableIf, true),
				required: newCondition(environment, item.IsRequired, false),
			}
			p.isFixed = p.isFixed && element.enabled.isFixed() && element.required.isFixed()
			g.items = append(g.items, element)
		}
		p.groups, p.count = append(p.groups, g), p.count+len(g.items)
	}
	if p.isFixed {
		p.fixed, _ = p.evaluate(nil)
	}
	return p
}

// Elements returns the elements with their state. The variables are those that conditions can name: node, config,
// columns and sources.
func (p *Panel) Elements(variables jinja.Scope) ([]Element, []Problem) {
	if p.isFixed {
		return p.fixed, nil
	}
	return p.evaluate(variables)
}

func (p *Panel) evaluate(variables jinja.Scope) ([]Element, []Problem) {
	elements := slices.Grow([]Element(nil), p.count)
	var problems []Problem
	ask := func(c condition, at diagnostic.Position, what, name string) bool {
		answer, err := c.holds(variables)
		if err != nil {
			problems = append(problems, newProblem(err, at, fmt.Sprintf("%s %q", what, name)))
		}
		return answer
	}
	for _, g := range p.groups {
		isGroupOn := ask(g.enabled, g.group.At, "enableIf of group", g.group.Name)
		for _, i := range g.items {
			element := Element{Item: i.item, IsGroupEnabled: isGroupOn}
			if isGroupOn {
				element.IsEnabled = ask(i.enabled, i.item.At, "enableIf of", i.item.DisplayName)
			}
			if element.IsEnabled {
				element.IsRequired = ask(i.required, i.item.At, "isRequired of", i.item.DisplayName)
			}
			elements = append(elements, element)
		}
	}
	return elements, problems
}

func newProblem(err error, at diagnostic.Position, what string) Problem {
	p := Problem{At: at, Message: what + " fails: " + err.Error(), Hint: "fix the condition; until then it counts as true"}
	return p
}

// condition is Jinja that evaluates to true or false.
type condition struct {
	template *jinja.Template // nil for a constant
	answer   bool
	err      error // the parse error, if any
}

// newCondition compiles a condition. If there is none, the result is absent.
func newCondition(environment *jinja.Environment, text string, absent bool) condition {
	switch {
	case strings.TrimSpace(text) == "":
		return condition{answer: absent}
	case !jinja.HasSyntax(text):
		return condition{answer: isTrue(text)}
	}
	template, err := environment.Compile("condition", text)
	return condition{template: template, answer: true, err: err}
}

func (c condition) isFixed() bool { return c.template == nil && c.err == nil }

// holds evaluates the condition. It returns true if there is an error.
func (c condition) holds(variables jinja.Scope) (bool, error) {
	if c.template == nil || c.err != nil {
		return c.answer, c.err
	}
	text, err := c.template.Render(jinja.Input{Scope: variables, Limits: conditionLimits()})
	if err != nil {
		return true, err
	}
	return isTrue(text), nil
}

// conditionLimits returns small limits, because a condition reads only a few options.
func conditionLimits() jinja.Limits { return jinja.Limits{Steps: 200_000, Depth: 20, Output: 64 << 10} }

// isTrue parses the output of a condition. An empty output is false.
func isTrue(text string) bool {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "", "false", "none", "0":
		return false
	default:
		return true
	}
}
