//! The types that the integration suite shares.
