package selector

import "fmt"

// Pick resolves a pair of selectors: the nodes that include selects without those that exclude selects. An empty
// include selects all nodes, an empty exclude none. The separate warnings are those of parsing. A parse error names the
// selector and wraps a *SyntaxError.
func Pick(c *NodeIndex, include, exclude string) (Result, []Warning, error) {
	if err := c.check(); err != nil {
		return Result{}, nil, err
	}
	in, read, err := Include.parse(include)
	if err != nil {
		return Result{}, nil, err
	}
	out, readToo, err := Exclude.parse(exclude)
	if err != nil {
		return Result{}, nil, err
	}
	included := in.resolve(c)
	result := Result{IDs: included.picked.Keys(), Warnings: Include.mark(included.warnings)}
	if !out.IsEmpty() {
		excluded := out.resolve(c)
		result.IDs = included.picked.Minus(excluded.picked).Keys()
		result.Warnings = append(result.Warnings, Exclude.mark(excluded.warnings)...)
	}
	return result, append(read, readToo...), nil
}

func (p Part) parse(text string) (Selector, []Warning, error) {
	s, warnings, err := Parse(text)
	if err != nil {
		return Selector{}, nil, fmt.Errorf("%s selector: %w", p, err)
	}
	return s, p.mark(warnings), nil
}

// mark sets the selector of warnings.
func (p Part) mark(warnings []Warning) []Warning {
	for i := range warnings {
		warnings[i].Part = p
	}
	return warnings
}
