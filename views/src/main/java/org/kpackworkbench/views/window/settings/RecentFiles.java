package org.kpackworkbench.views.window.settings;

import javafx.beans.value.ObservableValue;

/** The list of files opened last, as far as it can be set. UI thread only. */
public interface RecentFiles {
  /** The most that can be kept. */
  int MOST = 100;

  /** How many are kept where nothing was decided. */
  int USUAL = 20;

  /** How many are kept. */
  int kept();

  /** Keeps that many from now on, 0 to {@link #MOST}; what is more is forgotten. */
  void keep(int count);

  /** Forgets all. */
  void clear();

  /** How many there are. */
  ObservableValue<Integer> count();
}
