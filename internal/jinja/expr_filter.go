package jinja

// filterExpr is input | name(args).
type filterExpr struct {
	input  expr // nil in blockFilter
	name   string
	filter Filter // nil when there is none by that name, which is an error only when it is reached
	args   *argumentList
	pos    int
}

func (n *filterExpr) position() int { return n.pos }

func (n *filterExpr) eval(f *frame) (Value, error) {
	input, err := n.input.eval(f)
	if err != nil {
		return Value{}, err
	}
	return n.apply(f, input)
}

func (n *filterExpr) apply(f *frame, input Value) (Value, error) {
	args, err := n.args.eval(f)
	if err != nil {
		return Value{}, err
	}
	if n.filter == nil {
		return Value{}, f.locate(unknownFilter(n.name), n.pos)
	}
	if err := f.render.step(); err != nil {
		return Value{}, f.locate(err, n.pos)
	}
	args.Function = n.name
	result, err := n.filter.apply(input, args)
	if err != nil {
		return Value{}, f.locateInput(err, n.pos, n.input)
	}
	if result = result.forced(); result.ref == nil {
		result = undefinedBecause("the result of filter " + quoted(n.name) + " is undefined")
	}
	return result, nil
}

// locateInput points to the input when the error is that it is undefined, else to the filter or test.
func (f *frame) locateInput(err error, pos int, input expr) error {
	if e := asError(err); e.Kind != UndefinedError || e.Line > 0 || input == nil {
		return f.locate(err, pos)
	}
	return f.withHint(f.locate(err, input.position()), input)
}

func unknownFilter(name string) *Error {
	return &Error{Kind: RuntimeError, Message: "no filter named " + quoted(name), Hint: refusedFilters[name]}
}

// refusedFilters are the filters of Jinja2 that are not supported, with the reason.
var refusedFilters = map[string]string{
	"random":  "a render must return the same text each time",
	"urlize":  "templates here do not produce HTML",
	"xmlattr": "templates here do not produce HTML",
	"pprint":  "print the value itself, or use tojson(indent=2)",
}

// testExpr is input is name(args).
type testExpr struct {
	input expr
	name  string
	test  Test // nil as in filterExpr
	args  *argumentList
	pos   int
}

func (n *testExpr) position() int { return n.input.position() }

func (n *testExpr) eval(f *frame) (Value, error) {
	input, err := n.input.eval(f)
	if err != nil {
		return Value{}, err
	}
	args, err := n.args.eval(f)
	if err != nil {
		return Value{}, err
	}
	if n.test == nil {
		return Value{}, f.locate(unknownTest(n.name), n.pos)
	}
	args.Function = n.name
	holds, err := n.test.apply(input, args)
	if err != nil {
		return Value{}, f.locateInput(err, n.pos, n.input)
	}
	return Bool(holds), nil
}

func unknownTest(name string) *Error {
	return &Error{Kind: RuntimeError, Message: "no test named " + quoted(name)}
}
