package org.kpackworkbench.model.format.sqlite;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.Checking;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentSubject;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;

/** SQLite databases. */
public final class SqliteFormat implements Format {
  /** The one there is. */
  public static final SqliteFormat FORMAT = new SqliteFormat();

  static final String MAGIC = "SQLite format 3\0";

  private SqliteFormat() {}

  @Override
  public String id() {
    return "sqlite";
  }

  @Override
  public String words() {
    return "SQLite database";
  }

  @Override
  public String wordsWithArticle() {
    return "an " + words();
  }

  @Override
  public List<FileSummary.Group> groups() {
    return List.of(FileSummary.Group.DATABASE);
  }

  @Override
  public List<String> partGroups() {
    return List.of("kernel", "table");
  }

  @Override
  public Likeness likeness(Head head) {
    return head.startsWith(MAGIC) ? Likeness.SURE : Likeness.NONE;
  }

  @Override
  public Document open(OpenSource source, Opening opening) throws FormatException {
    return new SqliteDocument(source, opening.progress());
  }

  @Override
  public List<Rule<?>> rules() {
    return RocfftRules.all();
  }

  @Override
  public void check(Place place, ByteView bytes, Checking checks) throws IOException {
    try (SqliteDocument document =
        new SqliteDocument(new OpenSource(place, bytes, null), checks.progress())) {
      document.checkPages(checks.progress());
      checks.run(new DocumentSubject(document));
      CodeObjects kernels = document.codeObjects();
      for (int row = 0; row < kernels.size(); row++) {
        CodeObjectRow stated = kernels.row(row);
        ByteView code;
        try {
          code = kernels.load(row, checks.progress());
        } catch (FormatException damaged) {
          checks.unread(stated.place(), bytes, damaged);
          continue;
        }
        boolean byColumn = document.hasArchitectureColumn(row);
        if (byColumn) {
          checks.run(new RocfftRules.RowSubject(stated.place(), code, stated.targetText()));
        }
        checks.codeObject(stated.place(), code, byColumn ? null : stated.target());
      }
    }
  }
}
