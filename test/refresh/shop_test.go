package refresh_test

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// shop is a model of the sample project, computed from the seeds without SQL.
type shop struct {
	customers []customer // every version, oldest first
	products  map[string]product
	orders    map[string]order // by id
}

// customer is one version of a customer. A new email or country opens a new version.
type customer struct {
	id, name, email, country, signedUp string
	version                            int
	current                            bool
}

type product struct {
	id, name, category string
	cents              int
}

// order is a row of the fact table.
type order struct {
	id, productID, day string
	customer           int // position in customers; -1 if there is none
	quantity, cents    int
}

// seeds are the three seed files, by name.
type seeds map[string]string

// records parses a file into one map per row, by column name.
func (s seeds) records(t *testing.T, name string) []map[string]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(s[name])).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var list []map[string]string
	for _, fields := range rows[1:] {
		record := map[string]string{}
		for i, value := range fields {
			record[rows[0][i]] = value
		}
		list = append(list, record)
	}
	return list
}

// refresh loads the model from the seeds.
func (s *shop) refresh(t *testing.T, from seeds) {
	t.Helper()
	for _, r := range from.records(t, "customers") {
		s.addCustomer(customer{
			id: r["customer_id"], name: strings.TrimSpace(r["customer_name"]), email: orNull(strings.ToLower(r["email"])),
			country: r["country_code"], signedUp: r["signed_up_on"],
		})
	}
	for _, r := range from.records(t, "products") {
		s.products[r["product_id"]] = product{r["product_id"], r["product_name"], r["category"], number(t, r["price_cents"])}
	}
	for _, r := range from.records(t, "orders") {
		if r["status"] == "cancelled" {
			continue
		}
		quantity := number(t, r["quantity"])
		s.orders[r["order_id"]] = order{
			id: r["order_id"], productID: r["product_id"], day: r["ordered_at"][:len("2024-01-05")], customer: s.current(r["customer_id"]),
			quantity: quantity, cents: quantity * s.products[r["product_id"]].cents,
		}
	}
}

func (s *shop) addCustomer(c customer) {
	c.version, c.current = 1, true
	if last := s.current(c.id); last >= 0 {
		old := &s.customers[last]
		c.version = old.version
		if old.email == c.email && old.country == c.country {
			*old = c
			return
		}
		old.current = false
		c.version++
	}
	s.customers = append(s.customers, c)
}

// current returns the position of the current version of a customer, or -1 if there is none.
func (s *shop) current(id string) int {
	return slices.IndexFunc(s.customers, func(c customer) bool { return c.id == id && c.current })
}

func (s *shop) customerLines() []string {
	var lines []string
	for _, c := range s.customers {
		flag := "N"
		if c.current {
			flag = "Y"
		}
		lines = append(lines, fmt.Sprintf("%s|%s|%s|%s|%s|%d|%s", c.id, c.name, c.email, c.country, c.signedUp, c.version, flag))
	}
	return lines
}

func (s *shop) productLines() []string {
	var lines []string
	for _, p := range s.products {
		lines = append(lines, fmt.Sprintf("%s|%s|%s|%s", p.id, p.name, p.category, money(p.cents)))
	}
	return lines
}

// orderLines returns each order with the customer version that its key refers to.
func (s *shop) orderLines() []string {
	var lines []string
	for _, o := range s.orders {
		c := s.customers[o.customer]
		lines = append(lines, fmt.Sprintf("%s|%s|%d|%s|%s|%d|%s", o.id, c.id, c.version, o.productID, o.day, o.quantity, money(o.cents)))
	}
	return lines
}

// sum is a number of orders and their total.
type sum struct{ orders, cents int }

func (s *shop) monthLines() []string {
	months := map[string]sum{}
	for _, o := range s.orders {
		key := o.day[:len("2024-01")] + "-01|" + s.products[o.productID].category
		months[key] = sum{months[key].orders + 1, months[key].cents + o.cents}
	}
	var lines []string
	for key, m := range months {
		lines = append(lines, fmt.Sprintf("%s|%d|%s", key, m.orders, money(m.cents)))
	}
	return lines
}

// bestLines ranks customer versions within their countries; equal totals share a rank.
func (s *shop) bestLines() []string {
	bought := map[int]sum{}
	for _, o := range s.orders {
		bought[o.customer] = sum{bought[o.customer].orders + 1, bought[o.customer].cents + o.cents}
	}
	var lines []string
	for at, b := range bought {
		rank := 1
		for other, o := range bought {
			if s.customers[other].country == s.customers[at].country && o.cents > b.cents {
				rank++
			}
		}
		lines = append(lines, fmt.Sprintf("%s|%s|%d|%s|%d", s.customers[at].name, s.customers[at].country, b.orders, money(b.cents), rank))
	}
	return lines
}

func money(cents int) string { return fmt.Sprintf("%d.%02d", cents/100, cents%100) }

func orNull(text string) string {
	if text == "" {
		return null
	}
	return text
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
