package org.kpackworkbench.views.kit.sizes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;

/**
 * The code objects of a host binary, a library or a file of bundles. Compressed bundles hold
 * several in one payload, so only the original sizes are known for each.
 */
final class CodeObjectSizes implements SizedRows {
  private final CodeObjects objects;
  private final String name;
  private final List<CodeObjectRow> rows;
  private final int[] binaries;
  private final int[] targets;
  private final List<String> binaryNames = new ArrayList<>();

  private CodeObjectSizes(CodeObjects objects, String name, List<CodeObjectRow> rows, Word word) {
    this.objects = objects;
    this.name = name;
    this.rows = rows;
    binaries = new int[rows.size()];
    targets = new int[rows.size()];
    boolean several = rows.stream().map(CodeObjectRow::binary).distinct().count() > 1;
    Map<String, Integer> knownBinaries = new HashMap<>();
    Map<String, Integer> knownTargets = new HashMap<>();
    for (int i = 0; i < binaries.length; i++) {
      CodeObjectRow row = rows.get(i);
      String part = word.of(row.index());
      String binary = several ? row.binary() + ", " + part : part;
      binaries[i] = number(knownBinaries, binary);
      targets[i] = number(knownTargets, row.targetText());
      if (binaries[i] == binaryNames.size()) {
        binaryNames.add(binary);
      }
    }
  }

  /** Meanings of an index in a file. */
  enum Word {
    WRAPPER("wrapper"),
    BUNDLE("bundle");

    private final String word;

    Word(String word) {
      this.word = word;
    }

    String of(int index) {
      return index == CodeObjectRow.NO_WRAPPER ? "no " + word : word + " " + index;
    }
  }

  private static int number(Map<String, Integer> known, String text) {
    int next = known.size();
    return known.computeIfAbsent(text, unknown -> next);
  }

  /** Reads the rows. In the background. */
  static CodeObjectSizes of(CodeObjects objects, String name, boolean wrapped)
      throws FormatException {
    List<CodeObjectRow> rows = new ArrayList<>(objects.size());
    for (int row = 0; row < objects.size(); row++) {
      rows.add(objects.row(row));
    }
    return new CodeObjectSizes(
        objects, name, List.copyOf(rows), wrapped ? Word.WRAPPER : Word.BUNDLE);
  }

  @Override
  public int count() {
    return rows.size();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int binary(int row) {
    return binaries[row];
  }

  @Override
  public String binaryName(int row) {
    return binaryNames.get(binaries[row]);
  }

  @Override
  public int target(int row) {
    return targets[row];
  }

  @Override
  public String targetText(int row) {
    return rows.get(row).targetText();
  }

  @Override
  public String name(int row) {
    return binaryName(row);
  }

  @Override
  public long originalSizeBytes(int row) {
    return rows.get(row).originalSizeBytes();
  }

  @Override
  public long storedSizeBytes(int row) {
    return rows.get(row).storedSizeBytes();
  }

  @Override
  public int blob(int row) {
    return -1;
  }

  @Override
  public boolean packed() {
    return false;
  }

  @Override
  public boolean located() {
    return true;
  }

  @Override
  public boolean damaged(int row) {
    return !rows.get(row).usable();
  }

  @Override
  public Place.CodeObject place(int row) {
    return rows.get(row).place();
  }

  @Override
  public int find(Place.CodeObject place) {
    return objects.rowOf(place).orElse(-1);
  }
}
