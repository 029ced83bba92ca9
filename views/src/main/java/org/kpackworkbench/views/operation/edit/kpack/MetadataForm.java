package org.kpackworkbench.views.operation.edit.kpack;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import org.kpackworkbench.model.base.config.ConfigNode;
import org.kpackworkbench.model.base.config.ConfigText;
import org.kpackworkbench.model.base.config.ConfigText.ConfigFormat;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.EditedRows.EditedRow;
import org.kpackworkbench.views.format.kpack.MessagePackJson;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.text.TabKey;

/** Form for what a row says beside its code object, as text. */
final class MetadataForm extends EditForm {
  private static final int LINES = 7;

  private final EditedRow row;
  private final ArchiveEdits edits;
  private final TextArea text =
      Controls.named(
          Controls.spoken(new TextArea(), "Metadata as JSON"), "edit-metadata", "monospace");
  private Map<String, MsgValue> before = Map.of();

  MetadataForm(EditedRow row, ArchiveEdits edits) {
    super("metadata", "Metadata of " + row.ref().words(), "Apply");
    this.row = row;
    this.edits = edits;
    text.setPrefRowCount(LINES);
    TabKey.leaves(text);
    text.setDisable(true);
    Label hint = new Label("A JSON object; empty for none. Keys are kept in their order.");
    hint.getStyleClass().add("muted");
    first(text);
    wide(text);
    wide(hint);
    possible(false);
  }

  /** Shows the current metadata. */
  void show(Map<String, MsgValue> metadata) {
    before = metadata;
    String lost = MetadataJson.lost(metadata);
    text.setText(MetadataJson.text(metadata));
    if (!lost.isEmpty()) {
      text.setEditable(false);
      text.setDisable(false);
      problem(lost);
      return;
    }
    text.setDisable(false);
    text.textProperty().subscribe(now -> check());
    text.requestFocus();
  }

  private void check() {
    try {
      Map<String, MsgValue> now = MetadataJson.read(text.getText());
      problem("");
      possible(
          !now.equals(before) || !List.copyOf(now.keySet()).equals(List.copyOf(before.keySet())));
    } catch (IllegalArgumentException wrong) {
      problem(String.valueOf(wrong.getMessage()));
      possible(false);
    }
  }

  @Override
  void done() {
    Map<String, MsgValue> now = MetadataJson.read(text.getText());
    edits.make(this, () -> List.of(new ArchiveEdit.SetMetadata(row.ref(), now)));
  }

  /** Metadata as JSON text, and back. */
  static final class MetadataJson {
    private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MOST = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);

    private MetadataJson() {}

    /** The text, with one key a line; empty for nothing. */
    static String text(Map<String, MsgValue> metadata) {
      return metadata.isEmpty() ? "" : MessagePackJson.text(metadata, "\n");
    }

    /** Describes what JSON could not express of a metadata map; empty if nothing would be lost. */
    static String lost(Map<String, MsgValue> metadata) {
      return metadata.values().stream().allMatch(MetadataJson::same)
          ? ""
          : "It holds bytes, numbers or keys that JSON cannot express, and can only be shown here.";
    }

    private static boolean same(MsgValue value) {
      return switch (value) {
        case MsgValue.Nil _, MsgValue.Bool _, MsgValue.Int _, MsgValue.Text _ -> true;
        case MsgValue.Real(double number) -> Double.isFinite(number);
        case MsgValue.Binary _ -> false;
        case MsgValue.Array(List<MsgValue> items) -> items.stream().allMatch(MetadataJson::same);
        case MsgValue.Mapping(List<MsgValue.Pair> pairs) ->
            pairs.stream().map(MsgValue.Pair::key).distinct().count() == pairs.size()
                && pairs.stream()
                    .allMatch(pair -> pair.key() instanceof MsgValue.Text && same(pair.value()));
      };
    }

    /**
     * Reads what was typed.
     *
     * @throws IllegalArgumentException if it is no JSON object; says where and why
     */
    static Map<String, MsgValue> read(String text) {
      if (text.isBlank()) {
        return Map.of();
      }
      ConfigText read = ConfigText.read(ConfigFormat.JSON, text);
      for (ConfigProblem problem : read.problems()) {
        throw new IllegalArgumentException(
            "Line %d, column %d: %s"
                .formatted(problem.line(), problem.column(), problem.message()));
      }
      if (!(read.root() instanceof ConfigNode.Mapping mapping)) {
        throw new IllegalArgumentException("This is not a JSON object. Expected: {\"key\": value}");
      }
      Map<String, MsgValue> values = new LinkedHashMap<>();
      mapping.entries().forEach(entry -> values.put(entry.key(), value(entry.value())));
      return values;
    }

    private static MsgValue value(ConfigNode node) {
      return switch (node) {
        case ConfigNode.Sequence sequence ->
            new MsgValue.Array(sequence.items().stream().map(MetadataJson::value).toList());
        case ConfigNode.Mapping mapping ->
            new MsgValue.Mapping(
                mapping.entries().stream()
                    .map(
                        entry ->
                            new MsgValue.Pair(new MsgValue.Text(entry.key()), value(entry.value())))
                    .toList());
        case ConfigNode.Scalar scalar ->
            switch (scalar.kind()) {
              case TEXT, TIME -> new MsgValue.Text(scalar.text());
              case BOOLEAN -> new MsgValue.Bool(Boolean.parseBoolean(scalar.text()));
              case NOTHING -> new MsgValue.Nil();
              case NUMBER -> number(scalar);
            };
      };
    }

    private static MsgValue number(ConfigNode.Scalar scalar) {
      if (!scalar.text().matches("-?[0-9]{1,40}")) {
        double real = new BigDecimal(scalar.text()).doubleValue();
        if (!Double.isFinite(real)) {
          throw tooLarge(scalar);
        }
        return new MsgValue.Real(real);
      }
      BigInteger whole = new BigInteger(scalar.text());
      if (whole.compareTo(LEAST) < 0 || whole.compareTo(MOST) > 0) {
        throw tooLarge(scalar);
      }
      return new MsgValue.Int(whole);
    }

    private static IllegalArgumentException tooLarge(ConfigNode.Scalar scalar) {
      return new IllegalArgumentException(
          "Line %d, column %d: the number is larger than the format can store."
              .formatted(scalar.at().line(), scalar.at().column()));
    }
  }
}
