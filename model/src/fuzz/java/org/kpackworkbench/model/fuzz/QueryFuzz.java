package org.kpackworkbench.model.fuzz;

import java.util.Set;
import org.kpackworkbench.model.base.bytes.SearchPattern;
import org.kpackworkbench.model.base.place.GoToParser;
import org.kpackworkbench.model.base.query.Query;
import org.kpackworkbench.model.base.query.QueryException;
import org.kpackworkbench.model.format.registry.CodeObjectQuery;

/** What people type: filters, places to go to, bytes to search for. */
public final class QueryFuzz {
  private QueryFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    String text = Check.text(input);
    try {
      Query query = Query.parse(text, Set.of("name", "size", "target"));
      Check.same(
          query.toString(),
          Query.parse(query.toString(), Set.of("name", "size", "target")).toString(),
          "the query that was written");
    } catch (QueryException wrong) {
      Check.that(wrong.getMessage() != null, "says why");
    }
    try {
      CodeObjectQuery.parse(text).query();
    } catch (QueryException wrong) {
      Check.that(wrong.getMessage() != null, "says why");
    }
    GoToParser places = new GoToParser(1 << 20);
    Check.that(places.parse(text, 100) != null, "an answer");
    places.suggestions(text, 5);
    try {
      SearchPattern.hex(text);
    } catch (IllegalArgumentException documented) {
      Check.that(documented.getMessage() != null, "says why");
    }
  }
}
