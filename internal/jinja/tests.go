package jinja

// builtinTests returns the tests of Jinja2.
func builtinTests() map[string]Test {
	tests := map[string]Test{
		"odd":         remainderTest(1),
		"even":        remainderTest(0),
		"divisibleby": testDivisibleby,
		"defined":     plainTest(func(v Value) bool { return !v.IsUndefined() }),
		"undefined":   plainTest(Value.IsUndefined),
		"none":        plainTest(Value.IsNone),
		"boolean":     plainTest(Value.isBool),
		"true":        plainTest(func(v Value) bool { return v.isBool() && v.num != 0 }),
		"false":       plainTest(func(v Value) bool { return v.isBool() && v.num == 0 }),
		"integer":     plainTest(Value.isInt),
		"float":       plainTest(Value.isFloat),
		"number":      plainTest(isNumber),
		"string":      plainTest(func(v Value) bool { return v.Kind() == KindString }),
		"mapping":     plainTest(func(v Value) bool { return v.Kind() == KindDict }),
		"sequence":    plainTest(isSequence),
		"iterable":    plainTest(isIterable),
		"callable":    plainTest(isCallable),
		"escaped":     plainTest(func(Value) bool { return false }),
		"lower":       textTest(isLowerText),
		"upper":       textTest(isUpperText),
		"sameas":      testSameas,
		"in":          comparisonTest(compareIn),
		"filter":      testFilter,
		"test":        testTest,
	}
	for op, names := range map[compareOp][]string{
		compareEq: {"==", "eq", "equalto"}, compareNe: {"!=", "ne"},
		compareLt: {"<", "lt", "lessthan"}, compareLe: {"<=", "le"},
		compareGt: {">", "gt", "greaterthan"}, compareGe: {">=", "ge"},
	} {
		for _, name := range names {
			tests[name] = comparisonTest(op)
		}
	}
	return tests
}

// plainTest returns a test without arguments.
func plainTest(holds func(Value) bool) Test {
	return func(in Value, args Arguments) (bool, error) {
		if err := args.bindTo(nil); err != nil {
			return false, err
		}
		return holds(in), nil
	}
}

func textTest(holds func(string) bool) Test {
	return func(in Value, args Arguments) (bool, error) {
		if err := args.bindTo(nil); err != nil {
			return false, err
		}
		s, err := toText(in, args.render)
		return holds(s), err
	}
}

func comparisonTest(op compareOp) Test {
	return func(in Value, args Arguments) (bool, error) {
		var p [1]Value
		if err := args.bindTo(p[:], "other"); err != nil {
			return false, err
		}
		return compare(op, in, p[0], args.render)
	}
}

func remainderTest(remainder int64) Test {
	return func(in Value, args Arguments) (bool, error) {
		if err := args.bindTo(nil); err != nil {
			return false, err
		}
		return hasRemainder(in, Int(2), remainder, args.render)
	}
}

func hasRemainder(in, divisor Value, remainder int64, r *render) (bool, error) {
	if in.IsUndefined() {
		return false, undefinedError(in)
	}
	if divisor.IsUndefined() {
		return false, undefinedError(divisor)
	}
	v, err := arithmetic(tokenMod, in, divisor, r)
	if err != nil {
		return false, err
	}
	return v.Equal(Int(remainder)), nil
}

func testDivisibleby(in Value, args Arguments) (bool, error) {
	var p [1]Value
	if err := args.bindTo(p[:], "num"); err != nil {
		return false, err
	}
	return hasRemainder(in, p[0], 0, args.render)
}

func testSameas(in Value, args Arguments) (bool, error) {
	var p [1]Value
	if err := args.bindTo(p[:], "other"); err != nil {
		return false, err
	}
	other := p[0]
	if in.Kind() != other.Kind() || in.IsUndefined() {
		return false, nil // every access to a missing variable creates a new undefined value
	}
	if in.scalar() != KindUndefined || in.Kind() == KindString {
		return in.Equal(other), nil
	}
	return in.ref == other.ref, nil
}

func testFilter(in Value, args Arguments) (bool, error) {
	if err := args.bindTo(nil); err != nil {
		return false, err
	}
	return isKnown(args.render.env.filters, in, args.render)
}

func testTest(in Value, args Arguments) (bool, error) {
	if err := args.bindTo(nil); err != nil {
		return false, err
	}
	return isKnown(args.render.env.tests, in, args.render)
}

// isKnown looks up a name as Python does, which accepts only hashable values.
func isKnown[T any](known map[string]T, name Value, r *render) (bool, error) {
	s, ok := name.text()
	if !ok {
		_, err := keyOf(name, r)
		return false, err
	}
	_, found := known[s]
	return found, nil
}

// isSequence reports whether Python finds a length and items by number or key.
func isSequence(v Value) bool {
	switch v.Kind() {
	case KindUndefined, KindString, KindList, KindTuple, KindDict:
		return true
	default:
		_, ok := v.ref.(*rangeObject)
		return ok
	}
}

// isCallable reports whether a call is possible; that of an undefined value is, it only fails.
func isCallable(v Value) bool {
	_, ok := v.ref.(caller)
	return ok || v.IsUndefined()
}
