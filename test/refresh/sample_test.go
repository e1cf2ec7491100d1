package refresh_test

import (
	"bytes"
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/millrace/millrace/internal/sample"
)

// changes are the edits of the seeds between two refreshes, by file, as pairs of old and new text.
var changes = map[string][]string{
	"customers": {
		"Ada@example.org,DK", "ada@new.example,DK", // a new address: a new version
		"bo@example.org,NL", "bo@example.org,DE", // a new country: a new version
		"Carla Weiß", "Carla Weiss", // a new name: overwritten
		"Eva Krüger,,DE", "Eva Krüger,eva@example.org,DE", // a first address: a new version
		"4,Didier Roux,didier@example.org,FR,2023-05-11\n", "", // deleted from the file, but not from the table
		"2024-01-03\n", "2024-01-03\n7,Gö Ström,go@example.org,SE,2024-03-01\n", // a new customer, from a country that the test rejects
	},
	"products": {",890", ",990", "Grinder,hardware,7900\n", "Grinder,hardware,7900\n15,Mug,hardware,450\n"},
	"orders": {
		"108,2,11,1,open", "108,2,11,1,cancelled", // too late: the fact keeps its row
		"109,3,10,6", "109,3,10,5",
		"102,3,14,1,shipped,2024-01-09 11:03:00\n", "", // deleted from the file
		"15:05:00\n", "15:05:00\n111,7,15,2,open,2024-03-04 09:00:00\n",
	},
}

func TestSample(t *testing.T) {
	t.Parallel()
	onAllEngines(t, func(s *fixture) {
		files, err := sample.Files(sample.Options{Platform: s.connection.Kind})
		if err != nil {
			s.t.Fatal(err)
		}
		// The tests of the sample halt. Here they continue, so that every table can be compared.
		files["data.yml"] = bytes.ReplaceAll(files["data.yml"], []byte("haltOnTestFailure: true\n"), nil)
		model, first := &shop{products: map[string]product{}, orders: map[string]order{}}, seedsOf(files)
		s.install(s.compile(inMemory(files, first), nil))
		for range 2 { // the second refresh changes nothing
			s.refreshShop(files, first)
			model.refresh(s.t, first)
			s.expectShop(model)
		}
		second := changed(s.t, first)
		got := s.refreshShop(files, second)
		model.refresh(s.t, second)
		s.expectShop(model)
		for name, result := range got {
			// An unexpected country, and orders of a customer that the file no longer has.
			if hasFailed := name == "STG_CUSTOMERS" || name == "STG_ORDERS"; (result.FailedTests > 0) != hasFailed {
				s.t.Errorf("%s has test failures: %v, want %v", name, result.FailedTests, hasFailed)
			}
		}
	})
}

func (s *fixture) refreshShop(files map[string][]byte, from seeds) results {
	s.t.Helper()
	return s.refresh(s.compile(inMemory(files, from), nil))
}

// expectShop compares every table that depends on the seeds with the model.
func (s *fixture) expectShop(model *shop) {
	s.t.Helper()
	s.expectTable("CORE", "DIM_CUSTOMER", []string{
		"customer_id", "customer_name", "email", "country_code", "signed_up_on", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG",
	}, model.customerLines())
	s.expectTable("CORE", "DIM_PRODUCT", []string{"product_id", "product_name", "category", "price"}, model.productLines())
	s.expect(`SELECT f.order_id, c.customer_id, c."SYSTEM_VERSION", p.product_id, CAST(f.ordered_on AS VARCHAR), f.quantity,
		CAST(f.amount AS VARCHAR) FROM `+s.name("CORE", "FCT_ORDER")+` AS f
		JOIN `+s.name("CORE", "DIM_CUSTOMER")+` AS c ON f.customer_key = c."DIM_CUSTOMER_KEY"
		JOIN `+s.name("CORE", "DIM_PRODUCT")+` AS p ON f.product_key = p."DIM_PRODUCT_KEY"`, model.orderLines()...)
	s.expectTable("MART", "REVENUE_BY_MONTH", []string{"month", "category", "orders", "revenue"}, model.monthLines())
	s.expectTable("MART", "BEST_CUSTOMERS", []string{"customer_name", "country_code", "orders", "revenue", "place"}, model.bestLines())
}

// seedsOf returns the seeds among the files of the sample.
func seedsOf(files map[string][]byte) seeds {
	list := seeds{}
	for name := range changes {
		list[name] = string(files["seeds/"+name+".csv"])
	}
	return list
}

// changed applies the changes; each old text must occur once.
func changed(t *testing.T, old seeds) seeds {
	t.Helper()
	list := maps.Clone(old)
	for name, pairs := range changes {
		for i := 0; i < len(pairs); i += 2 {
			if strings.Count(list[name], pairs[i]) != 1 {
				t.Fatalf("%s does not contain %q exactly once", name, pairs[i])
			}
			list[name] = strings.Replace(list[name], pairs[i], pairs[i+1], 1)
		}
	}
	return list
}

// inMemory returns the sample with the given seeds.
func inMemory(files map[string][]byte, from seeds) fstest.MapFS {
	fsys := fstest.MapFS{}
	for path, content := range files {
		fsys[path] = &fstest.MapFile{Data: content}
	}
	for name, text := range from {
		fsys["seeds/"+name+".csv"] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}
