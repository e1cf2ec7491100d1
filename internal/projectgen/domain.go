package projectgen

import "slices"

// role says how a column can be used.
type role int

const (
	isAttribute  role = iota // a text
	isKey                    // identifies a row of its entity; BIGINT
	isForeignKey             // identifies a row of another entity; BIGINT
	isMeasure                // can be summed
	isMoment                 // a timestamp
	isFlag                   // true or false
)

// field is a column of an invented source system.
type field struct {
	name, dataType, description string
	role                        role
}

// entity is something that the invented company stores in tables.
type entity struct {
	name   string // plural, as tables are called
	single string
	key    string
	isFact bool // something that happens, rather than something that is
	fields []field
}

func key(name, of string) field {
	return field{name, "BIGINT", "Identifies the " + of + ".", isForeignKey}
}

func text(name, description string) field {
	return field{name, "VARCHAR", description, isAttribute}
}

func measure(name, dataType, description string) field {
	return field{name, dataType, description, isMeasure}
}

func moment(name, description string) field {
	return field{name, "TIMESTAMP", description, isMoment}
}

func flag(name, description string) field {
	return field{name, "BOOLEAN", description, isFlag}
}

const money, quantity, ratio = "DECIMAL(18,2)", "INTEGER", "DECIMAL(9,4)"

// entities returns everything that the invented company stores in tables.
func entities() []entity { return slices.Concat(things(), events()) }

// things returns the master data of the invented company.
func things() []entity {
	return []entity{
		{"CUSTOMERS", "CUSTOMER", "CUSTOMER_ID", false, []field{
			text("CUSTOMER_NAME", "Name on the invoice."), text("EMAIL", "Address for messages, in lower case."),
			text("SEGMENT", "Consumer, small business or enterprise."), moment("SIGNED_UP_AT", "First contract."),
			flag("IS_ACTIVE", "Bought within a year."),
		}},
		{"PRODUCTS", "PRODUCT", "PRODUCT_ID", false, []field{
			text("PRODUCT_NAME", "Name in the shop."), text("CATEGORY", "First level of the catalog."),
			text("BRAND", "Maker, as printed."),
			measure("LIST_PRICE", money, "Price without discount."), key("SUPPLIER_ID", "supplier"),
		}},
		{"STORES", "STORE", "STORE_ID", false, []field{
			text("STORE_NAME", "Name over the door."), text("CITY", "Where it is."),
			measure("FLOOR_SPACE", quantity, "Square metres."), moment("OPENED_AT", "First day of trade."),
		}},
		{"SUPPLIERS", "SUPPLIER", "SUPPLIER_ID", false, []field{
			text("SUPPLIER_NAME", "Legal name."), text("PAYMENT_TERMS", "Days and discount."),
			measure("LEAD_TIME_DAYS", quantity, "From order to dock."), flag("IS_PREFERRED", "Has a frame contract."),
		}},
		{"EMPLOYEES", "EMPLOYEE", "EMPLOYEE_ID", false, []field{
			text("JOB_TITLE", "As in the contract."), key("STORE_ID", "store"), moment("HIRED_AT", "First day of work."),
			measure("WEEKLY_HOURS", quantity, "As in the contract."),
		}},
		{"CAMPAIGNS", "CAMPAIGN", "CAMPAIGN_ID", false, []field{
			text("CAMPAIGN_NAME", "Name in the planning tool."), text("CHANNEL", "Mail, search, social or print."),
			measure("BUDGET", money, "As approved."), moment("STARTED_AT", "First day."),
		}},
	}
}

// events returns the transactions of the invented company.
func events() []entity {
	return []entity{
		{"ORDERS", "ORDER", "ORDER_ID", true, []field{
			key("CUSTOMER_ID", "customer"), key("STORE_ID", "store"), moment("ORDERED_AT", "When the order was placed."),
			text("ORDER_STATUS", "Open, shipped, closed or cancelled."),
			measure("ORDER_TOTAL", money, "Gross, after discounts."),
		}},
		{"ORDER_LINES", "ORDER_LINE", "ORDER_LINE_ID", true, []field{
			key("ORDER_ID", "order"), key("PRODUCT_ID", "product"), measure("QUANTITY", quantity, "Pieces."),
			measure("UNIT_PRICE", money, "Gross, for one piece."), measure("DISCOUNT_RATE", ratio, "Between 0 and 1."),
		}},
		{"PAYMENTS", "PAYMENT", "PAYMENT_ID", true, []field{
			key("ORDER_ID", "order"), text("PAYMENT_METHOD", "Card, transfer or cash."),
			measure("AMOUNT_PAID", money, "In the currency of the order."), moment("PAID_AT", "When the money arrived."),
		}},
		{"SHIPMENTS", "SHIPMENT", "SHIPMENT_ID", true, []field{
			key("ORDER_ID", "order"), text("CARRIER", "Who drives."), moment("SHIPPED_AT", "Left the dock."),
			moment("DELIVERED_AT", "Signed for."), measure("FREIGHT_COST", money, "What the carrier asks."),
		}},
		{"RETURNS", "RETURN", "RETURN_ID", true, []field{
			key("ORDER_LINE_ID", "order line"), text("RETURN_REASON", "From the form."),
			measure("REFUND_AMOUNT", money, "Given back."), moment("RETURNED_AT", "Back at the dock."),
		}},
		{"STOCK_LEVELS", "STOCK_LEVEL", "STOCK_LEVEL_ID", true, []field{
			key("PRODUCT_ID", "product"), key("STORE_ID", "store"), measure("ON_HAND", quantity, "Pieces counted."),
			measure("ON_ORDER", quantity, "Pieces on their way."), moment("COUNTED_AT", "When they were counted."),
		}},
		{"SITE_VISITS", "SITE_VISIT", "SITE_VISIT_ID", true, []field{
			key("CUSTOMER_ID", "customer"), key("CAMPAIGN_ID", "campaign"),
			text("LANDING_PAGE", "Path without parameters."), measure("PAGES_SEEN", quantity, "Pages in the visit."),
			moment("VISITED_AT", "First page."),
		}},
		{"SUPPORT_CASES", "SUPPORT_CASE", "SUPPORT_CASE_ID", true, []field{
			key("CUSTOMER_ID", "customer"), key("EMPLOYEE_ID", "employee"), text("TOPIC", "From the list of topics."),
			measure("REPLIES", quantity, "Messages sent."), moment("CLOSED_AT", "Last message."),
		}},
	}
}

// sharedFields are columns that every source system has some of.
func sharedFields() []field {
	return []field{
		text("COUNTRY_CODE", "Two letters."), text("CURRENCY_CODE", "Three letters."),
		text("SOURCE_SYSTEM", "Where the row was written."),
		moment("CREATED_AT", "When the row was written."), moment("UPDATED_AT", "When the row was last changed."),
		flag("IS_DELETED", "Taken out in the source."),
		text("EXTERNAL_REFERENCE", "The number that others know it by."), text("NOTES", "Free text."),
		measure("TAX_AMOUNT", money, "Included in the total."),
		measure("WEIGHT_GRAMS", quantity, "As measured at the dock."), text("LANGUAGE_CODE", "Two letters."),
		text("COST_CENTRE", "From the ledger."),
		measure("EXCHANGE_RATE", ratio, "To the currency of the house."), text("PRIORITY", "Low, normal or high."),
		flag("IS_TEST", "Made by somebody who tries things out."),
		moment("VALID_FROM", "First moment it holds."), text("BATCH_NUMBER", "Of the load."),
		measure("SCORE", ratio, "From the model."),
	}
}

// systems returns the invented programs that the sources come from.
func systems() []string { return []string{"ERP", "CRM", "WEB", "POS", "WMS", "HR", "ADS", "LEGACY"} }
