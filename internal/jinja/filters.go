package jinja

// builtinFilters returns the filters of Jinja2 that are useful without HTML and are deterministic.
func builtinFilters() map[string]Filter {
	return map[string]Filter{
		"abs":            filterAbs,
		"attr":           filterAttr,
		"batch":          filterBatch,
		"capitalize":     textFilter(capitalize),
		"center":         filterCenter,
		"count":          filterLength,
		"d":              filterDefault,
		"default":        filterDefault,
		"dictsort":       filterDictsort,
		"e":              textFilter(escapeHTML),
		"escape":         textFilter(escapeHTML),
		"filesizeformat": filterFilesizeformat,
		"first":          filterFirst,
		"float":          filterFloat,
		"forceescape":    textFilter(escapeHTML),
		"format":         filterFormat,
		"groupby":        filterGroupby,
		"indent":         filterIndent,
		"int":            filterInt,
		"items":          filterItems,
		"join":           filterJoin,
		"last":           filterLast,
		"length":         filterLength,
		"list":           filterList,
		"lower":          textFilter(lower),
		"map":            filterMap,
		"max":            filterMax,
		"min":            filterMin,
		"reject":         filterReject,
		"rejectattr":     filterRejectattr,
		"replace":        filterReplace,
		"reverse":        filterReverse,
		"round":          filterRound,
		"safe":           textFilter(sameText),
		"select":         filterSelect,
		"selectattr":     filterSelectattr,
		"slice":          filterSlice,
		"sort":           filterSort,
		"string":         textFilter(sameText),
		"striptags":      dearTextFilter(stripTags),
		"sum":            filterSum,
		"title":          dearTextFilter(titleWords),
		"tojson":         filterTojson,
		"trim":           filterTrim,
		"truncate":       filterTruncate,
		"unique":         filterUnique,
		"upper":          textFilter(upper),
		"urlencode":      filterUrlencode,
		"wordcount":      filterWordcount,
		"wordwrap":       filterWordwrap,
	}
}

// textFilter returns a filter without arguments for a function on texts. Other values are converted to text first.
func textFilter(f func(string) string) Filter {
	return func(in Value, args Arguments) (Value, error) {
		if err := args.bindTo(nil); err != nil {
			return Value{}, err
		}
		s, err := toText(in, args.render)
		if err != nil {
			return Value{}, err
		}
		args.render.charge(len(s) / textPerStep)
		out := f(s)
		if len(out) > len(s) {
			err = args.render.makeText(len(out))
		}
		return String(out), err
	}
}

// dearTextFilter is textFilter for an expensive function.
func dearTextFilter(f func(string) string) Filter {
	plain := textFilter(f)
	return func(in Value, args Arguments) (Value, error) {
		if err := args.render.spend(in.textSize() / dearText); err != nil {
			return Value{}, err
		}
		return plain(in, args)
	}
}

func sameText(s string) string { return s }
