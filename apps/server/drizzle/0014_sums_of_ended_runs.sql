-- What `fixed12FromNumber` makes of a double: twelve decimals, rounded down. Below 4,096 no two of these are the same double, so what
-- the shortest text of a double says is enough. Above, the double is a whole number of 2^-40, which is made exact.
CREATE FUNCTION fixed12_from_number(value float8) RETURNS numeric LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  near numeric;
BEGIN
  IF abs(value) < 4096 THEN
    RETURN floor(value::text::numeric * 1000000000000) * 0.000000000001;
  END IF;
  near := round(trunc(value)::numeric
    + ((value - trunc(value)) * 1099511627776)::int8::numeric * 0.0000000000009094947017729282379150390625, 12);
  RETURN CASE WHEN near::float8 > value THEN near - 0.000000000001 ELSE near END;
END $$;
