select '{{ var("greeting") }}' as greeting, {{ label("'ALOUD'") }} as said
