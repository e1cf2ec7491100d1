@id("0026e4bf-101f-5f28-bfef-67b66ddd9f04")
@nodeType("Stage")

select '{{ helpers__var("greeting") }}' as greeting, {{ helpers__label("'ALOUD'") }} as said
