package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.query.Query;
import org.kpackworkbench.model.base.query.QueryException;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

/**
 * A filter over code objects, such as {@code arch:gfx90a size>1M name:gemm}, for the window's lists
 * and for {@code --filter} alike. Immutable, safe for use by many threads.
 *
 * <table>
 * <caption>Fields</caption>
 * <tr><td>{@code name}, {@code binary}</td><td>the binary's name</td></tr>
 * <tr><td>{@code arch}, {@code target}</td><td>the target</td></tr>
 * <tr><td>{@code type}</td><td>{@code hsaco}, {@code co} …, as a whole word</td></tr>
 * <tr><td>{@code meta}</td><td>the metadata, as {@code key=value} pairs</td></tr>
 * <tr><td>{@code state}</td><td>{@code damaged} where something spoils it, or it does not unpack
 * </td></tr>
 * <tr><td>{@code index}, {@code ordinal}</td><td>numbers; -1 if there is none</td></tr>
 * <tr><td>{@code size}, {@code stored}</td><td>bytes after decompression and in the file</td></tr>
 * <tr><td>{@code ratio}</td><td>stored bytes for each one after decompression</td></tr>
 * </table>
 */
public final class CodeObjectQuery {
  /** The field that says whether something is wrong with a row. */
  public static final String STATE = "state";

  /** The names of the fields. */
  public static final Set<String> FIELDS =
      Set.of(
          "name", "binary", "arch", "target", "type", "meta", STATE, "index", "ordinal", "size",
          "stored", "ratio");

  private final Query query;

  private CodeObjectQuery(Query query) {
    this.query = query;
  }

  /** Whether a field has words of a closed set, see {@link Query.Row#isWords}. */
  public static boolean isWords(String field) {
    return field.equals("type");
  }

  /** Reads a query; an empty one accepts every row. */
  public static CodeObjectQuery parse(String text) throws QueryException {
    return new CodeObjectQuery(Query.parse(text, FIELDS));
  }

  /** The query itself, as for highlighting what it looks for. */
  public Query query() {
    return query;
  }

  /**
   * Whether a row of {@code source} meets it. Metadata is read only where the query needs it, and
   * code objects are unpacked only where it is about their state.
   */
  public boolean accepts(CodeObjects source, CodeObjectRow row) {
    return query.isEmpty() || query.matches(new Fields(source, row, query.names(STATE)));
  }

  /**
   * Returns why a row does not unpack; empty if it does, or is too large to try.
   *
   * @throws FormatException only where the file changed meanwhile
   */
  public static Optional<FormatException> damage(CodeObjects source, int row)
      throws FormatException {
    try (SpooledBytes unpacked = source.open(row, UnpackBudget.one(), Progress.NONE)) {
      unpacked.bytes();
      return Optional.empty();
    } catch (FormatException damaged) {
      damaged.throwIfFileChanged();
      return Optional.of(damaged).filter(it -> it.reason() != Reason.TOO_LARGE);
    } catch (IOException unwritable) {
      // There is no room for it: nothing is known.
      return Optional.empty();
    }
  }

  private record Fields(CodeObjects source, CodeObjectRow row, boolean unpacks)
      implements Query.Row {
    @Override
    public @Nullable String text(String field) {
      return switch (field) {
        case "name", "binary" -> row.binary();
        case "arch", "target" -> row.targetText();
        case "type" -> row.type();
        case "meta" -> metadata();
        case STATE -> isDamaged() ? "damaged" : null;
        default -> null;
      };
    }

    @Override
    public double number(String field) {
      return switch (field) {
        case "index" -> known(row.index());
        case "ordinal" -> row.ordinal();
        case "size" -> known(row.originalSizeBytes());
        case "stored" -> known(row.storedSizeBytes());
        case "ratio" -> row.ratio();
        default -> Double.NaN;
      };
    }

    @Override
    public boolean isWords(String field) {
      return CodeObjectQuery.isWords(field);
    }

    private static double known(long number) {
      return number < 0 ? Double.NaN : number;
    }

    private boolean isDamaged() {
      try {
        return !row.usable() || (unpacks && damage(source, row.row()).isPresent());
      } catch (FormatException changed) {
        return true;
      }
    }

    private @Nullable String metadata() {
      try {
        Map<String, ?> metadata = source.metadata(row.row());
        return metadata.isEmpty()
            ? null
            : metadata.entrySet().stream()
                .map(field -> field.getKey() + "=" + field.getValue())
                .collect(Collectors.joining(" "));
      } catch (FormatException unreadable) {
        return null;
      }
    }
  }
}
