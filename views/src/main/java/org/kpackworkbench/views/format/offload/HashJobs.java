package org.kpackworkbench.views.format.offload;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import javafx.scene.control.TreeItem;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.UnpackLimits;
import org.kpackworkbench.model.format.offload.UnpackedBundle;
import org.kpackworkbench.views.kit.job.Outcome;
import org.kpackworkbench.views.spi.ViewContext;

/** Decompresses bundles and compares their hashes with the declared ones. */
final class HashJobs {
  private final ViewContext context;

  HashJobs(ViewContext context) {
    this.context = context;
  }

  /** What came of it: how many were checked, and the first that was wrong. */
  private record Checked(TreeItem<BundleNode> item, String problem) {}

  /** Starts a job over some compressed bundles; their rows say what came of it. */
  void verify(List<TreeItem<BundleNode>> items) {
    if (items.isEmpty()) {
      return;
    }
    String title =
        items.size() == 1
            ? "Verify the hash of " + items.getFirst().getValue().name()
            : "Verify %d hashes".formatted(items.size());
    context.jobs().start(title, progress -> check(items, progress), this::show);
  }

  private static List<Checked> check(List<TreeItem<BundleNode>> items, Progress progress)
      throws IOException {
    List<Checked> checked = new java.util.ArrayList<>();
    for (TreeItem<BundleNode> item : items) {
      checked.add(
          new Checked(
              item, problem(Objects.requireNonNull(item.getValue().compressed()), progress)));
    }
    return List.copyOf(checked);
  }

  /** What is wrong with a bundle's hash or content; empty where both are right. */
  static String problem(CompressedBundle bundle, Progress progress) throws IOException {
    try (UnpackedBundle unpacked = bundle.unpack(UnpackLimits.of(UnpackBudget.one()), progress)) {
      unpacked.verifyHash(progress);
      return "";
    } catch (FormatException failure) {
      return switch (failure.reason()) {
        case FILE_CHANGED, CLOSED -> throw failure;
        default -> String.valueOf(failure.getMessage());
      };
    }
  }

  private Outcome show(List<Checked> checked) {
    int wrong = 0;
    for (Checked one : checked) {
      BundleNode node = one.item().getValue();
      boolean right = one.problem().isEmpty();
      wrong += right ? 0 : 1;
      one.item().setValue(node.checked(right ? "hash verified" : "wrong hash", one.problem()));
    }
    if (wrong > 0) {
      return Outcome.of("%d of %d hashes are wrong".formatted(wrong, checked.size()));
    }
    return Outcome.of(
        checked.size() == 1
            ? "The hash is right"
            : "All %d hashes are right".formatted(checked.size()));
  }
}
