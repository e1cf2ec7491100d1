package projectgen

import "strconv"

// addSettings writes every file that is not a node.
func (p *Project) addSettings(ids identities) {
	p.put("data.yml", func(w *writer) {
		w.line(0, "defaultStorageMapping: ", locationStage)
		w.line(0, "fileVersion: 3")
		w.line(0, "platformKind: ", p.options.Platform)
	})
	p.put("locations.yml", func(w *writer) {
		w.line(0, "defaultStorageMapping: ", locationStage)
		w.line(0, "fileVersion: 1")
		w.line(0, "locations:")
		for _, location := range locations() {
			w.line(1, "- ", location)
		}
	})
	p.put("macros/macro-1.yml", func(w *writer) {
		w.line(0, "fileVersion: 1")
		w.line(0, `id: "1"`)
		w.entry(0, "macroString", macroText)
		w.line(0, "name: macro")
		w.line(0, "type: Macro")
	})
	p.put("workspace.yml", func(w *writer) {
		writeMappings(w, "locations", "dev")
		w.line(0, "parameters: {}")
		w.line(0, "profile: local")
	})
	p.addEnvironments()
	p.addJobs(ids)
}

func (p *Project) put(path string, write func(*writer)) {
	var w writer
	write(&w)
	p.Files[path] = w.bytes()
}

func locations() []string { return []string{locationCore, locationMart, locationRaw, locationStage} }

// writeMappings maps every location to its own schema.
func writeMappings(w *writer, key, database string) {
	w.line(0, key, ":")
	for _, location := range locations() {
		w.line(1, location, ":")
		w.line(2, "database: ", database)
		w.line(2, "schema: ", words(location))
	}
}

func (p *Project) addEnvironments() {
	for i, name := range []string{"QA", "Production"} {
		id := strconv.Itoa(i + 1)
		p.put("environments/"+name+"-"+id+".yml", func(w *writer) {
			w.line(0, "fileVersion: 1")
			w.line(0, `id: "`, id, `"`)
			writeMappings(w, "mappingDefinitions", "warehouse_"+words(name))
			w.line(0, "name: ", name)
			w.line(0, "type: Environment")
		})
	}
}

// addJobs saves a few selectors, and a subgraph with every hundredth node.
func (p *Project) addJobs(ids identities) {
	subgraph := ids.next()
	p.put("subgraphs/Sample-"+subgraph+".yml", func(w *writer) {
		w.line(0, "fileVersion: 1")
		w.line(0, "id: ", subgraph)
		w.line(0, "name: Sample")
		w.line(0, "steps:")
		for i := 0; i < len(p.nodes); i += 100 {
			w.line(1, "- ", p.nodes[i].id)
		}
		w.line(0, "type: Subgraph")
	})
	last := p.nodes[len(p.nodes)-1]
	for _, j := range []job{
		{id: "1", name: "Everything", exclude: "{ location: RAW }"},
		{id: "2", name: "Stages", include: "{ location: STAGE }"},
		{id: "3", name: "Last", include: "+{ name: " + last.name + " }"},
		{id: "4", name: "Sample", include: "{ subgraph: Sample }+"},
	} {
		p.put("jobs/"+j.name+"-"+j.id+".yml", j.write)
	}
}

// job is a saved pair of selectors.
type job struct{ id, name, include, exclude string }

func (j job) write(w *writer) {
	w.entry(0, "excludeSelector", j.exclude)
	w.line(0, "fileVersion: 1")
	w.line(0, `id: "`, j.id, `"`)
	w.entry(0, "includeSelector", j.include)
	w.line(0, "name: ", j.name)
	w.line(0, "type: Job")
}
